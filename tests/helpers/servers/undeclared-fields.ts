import * as v from 'valibot'

interface SchemaParts {
  entries?: Record<string, v.GenericSchema>
  item?: v.GenericSchema
  options?: v.GenericSchema[]
  pipe?: v.GenericSchema[]
  rest?: unknown
  type?: string
  wrapped?: v.GenericSchema
}

/** The paths of the fields of a response that its schema does not declare, each once: ['[].password_hash']. */
export function undeclaredFields(schema: v.GenericSchema, response: unknown): string[] {
  return [...new Set(undeclaredPaths(schema, response, ''))]
}

function undeclaredPaths(schema: v.GenericSchema, value: unknown, path: string): string[] {
  const { entries, item, options, pipe, type, wrapped } = schema as SchemaParts
  if (typeof value !== 'object' || value === null || type === 'loose_object') return []
  if (pipe?.[0] && pipe[0] !== schema) return undeclaredPaths(pipe[0], value, path)
  if (wrapped) return undeclaredPaths(wrapped, value, path)
  if (options) {
    const chosen = options.find(option => v.is(option, value))
    return chosen ? undeclaredPaths(chosen, value, path) : []
  }
  if (item && Array.isArray(value)) {
    return value.flatMap(each => undeclaredPaths(item, each, `${path}[]`))
  }
  if (!entries) return []
  return Object.entries(value).flatMap(([name, field]) => {
    const declared = entries[name]
    return declared ? undeclaredPaths(declared, field, `${path}.${name}`) : [`${path}.${name}`]
  })
}
