import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { EMAIL_PATTERN } from '#contract/kit/fields.ts'
import { isDay, isDayInRange } from '#domain/time/india-time.ts'

// Converts the contract's schemas to JSON Schema 2020-12, which OpenAPI 3.1 uses.

/** Transformations do not restrict the accepted values. */
const TRANSFORM_TYPES = ['to_lower_case', 'transform', 'trim']

const BYTES: JsonSchema = { contentMediaType: 'application/octet-stream', type: 'string' }

interface Converted {
  jsonSchema: JsonSchema
  valibotSchema: { type: string }
}

/** A field can be optional in its type but rejected when it is missing. Such a field is required. */
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

/** Flattens nested choices. A choice of plain types becomes a list of type names. */
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

/** The schema of `openEnum` or `optionalOpenEnum` with its values, which the schema itself leaves open. */
function withValues({ anyOf: _, ...jsonSchema }: JsonSchema, schema: object): JsonSchema | null {
  if ('values' in schema) return { ...jsonSchema, enum: schema.values as string[] }
  const { wrapped } = schema as { wrapped?: object }
  if (!wrapped || !('values' in wrapped)) return null
  return { ...jsonSchema, type: ['string', 'null'], enum: [...(wrapped.values as string[]), null] }
}

function overrideSchema({ jsonSchema, valibotSchema }: Converted): JsonSchema | undefined {
  if (valibotSchema.type === 'custom' || valibotSchema.type === 'instance') return BYTES
  if ('entries' in valibotSchema) return markRequired(jsonSchema, valibotSchema.entries as v.ObjectEntries)
  return withValues(jsonSchema, valibotSchema) ?? (jsonSchema.anyOf ? asOneChoice(jsonSchema) : undefined)
}

function dayFormat({ default: _, ...jsonSchema }: JsonSchema): JsonSchema {
  return { ...jsonSchema, format: 'date' }
}

interface ConvertedAction {
  jsonSchema: JsonSchema
  valibotAction: object
}

/** JSON Schema cannot express custom checks. Days and emails have a format instead. */
function overrideAction({ jsonSchema, valibotAction }: ConvertedAction): JsonSchema | undefined {
  const { requirement, type } = valibotAction as { requirement?: unknown; type: string }
  if (type === 'check')
    return requirement === isDay || requirement === isDayInRange ? dayFormat(jsonSchema) : jsonSchema
  if (type === 'partial_check') return jsonSchema
  if (requirement === EMAIL_PATTERN) return { ...jsonSchema, format: 'email' }
  // If an id may be a text or a number, only the text can be empty.
  return type === 'non_empty' && jsonSchema.type !== 'string' && jsonSchema.type !== 'array' ? jsonSchema : undefined
}

/**
 * Converts schemas for the direction of transfer: bodies and queries as they are sent, responses as they are returned.
 * A schema of `named` becomes a reference inside others.
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
