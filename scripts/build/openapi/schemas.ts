import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { EMAIL_PATTERN } from '#contract/kit/fields.ts'
import { isDay } from '#domain/time.ts'

// The contract's schemas as JSON Schema 2020-12, which is what OpenAPI 3.1 speaks.

/** What is done to a value says nothing of what is taken. */
const TRANSFORM_TYPES = ['to_lower_case', 'transform', 'trim']

const BYTES: JsonSchema = { contentMediaType: 'application/octet-stream', type: 'string' }

interface Converted {
  jsonSchema: JsonSchema
  valibotSchema: { type: string }
}

/** A field that may be left out by its type, but not by its rules, has to be sent. */
function markRequired(jsonSchema: JsonSchema, entries: v.ObjectEntries): JsonSchema {
  const properties = { ...jsonSchema.properties }
  const required = Object.keys(entries).filter(name => {
    const entry = entries[name] as v.GenericSchema
    return entry.type !== 'exact_optional' && !v.safeParse(entry, undefined).success
  })
  for (const name of required) {
    const { default: _, ...rest } = properties[name] as JsonSchema
    properties[name] = rest
  }
  const { required: __, ...rest } = jsonSchema
  return { ...rest, properties, ...(required.length > 0 && { required }) }
}

/** A choice of choices is one, and one of plain types is a list of their names. */
function asOneChoice({ anyOf = [], ...jsonSchema }: JsonSchema): JsonSchema {
  const options = anyOf.flatMap(option => {
    const { anyOf: inner, ...rest } = option as JsonSchema
    return inner && Object.keys(rest).length === 0 ? (inner as JsonSchema[]) : [option as JsonSchema]
  })
  const arePlain = options.every(({ type, ...rest }) => type !== undefined && Object.keys(rest).length === 0)
  return arePlain
    ? { ...jsonSchema, type: options.flatMap(({ type = [] }) => type) }
    : { ...jsonSchema, anyOf: options }
}

function overrideSchema({ jsonSchema, valibotSchema }: Converted): JsonSchema | undefined {
  if (valibotSchema.type === 'custom' || valibotSchema.type === 'instance') return BYTES
  if ('entries' in valibotSchema) return markRequired(jsonSchema, valibotSchema.entries as v.ObjectEntries)
  return jsonSchema.anyOf ? asOneChoice(jsonSchema) : undefined
}

function dayFormat({ default: _, ...jsonSchema }: JsonSchema): JsonSchema {
  return { ...jsonSchema, format: 'date' }
}

interface ConvertedAction {
  jsonSchema: JsonSchema
  valibotAction: object
}

/** What a check asks cannot be read; of days and e-mails it is known. */
function overrideAction({ jsonSchema, valibotAction }: ConvertedAction): JsonSchema | undefined {
  const { requirement, type } = valibotAction as { requirement?: unknown; type: string }
  if (type === 'check') return requirement === isDay ? dayFormat(jsonSchema) : jsonSchema
  if (requirement === EMAIL_PATTERN) return { ...jsonSchema, format: 'email' }
  // Of an id that is a text or a number, only a text can be empty.
  return type === 'non_empty' && jsonSchema.type !== 'string' && jsonSchema.type !== 'array' ? jsonSchema : undefined
}

/**
 * Converts schemas as they travel: bodies and queries as they are sent, responses as they are returned. A schema of
 * `named` becomes a reference wherever another contains it.
 */
export function schemaConverter(named: Record<string, v.GenericSchema>) {
  const config = {
    definitions: named,
    ignoreActions: TRANSFORM_TYPES,
    overrideAction,
    overrideRef: ({ referenceId }: { referenceId: string }) => `#/components/schemas/${referenceId}`,
    overrideSchema,
    target: 'draft-2020-12',
    typeMode: 'input'
  } as const
  const schemaOf = (schema: v.GenericSchema): JsonSchema => {
    const { $defs: _, $schema: __, ...converted } = toJsonSchema(schema, config)
    return converted
  }
  const { $defs = {} } = toJsonSchema(v.object(named), config)
  return { schemaOf, schemas: $defs as Record<string, JsonSchema> }
}
