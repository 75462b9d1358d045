import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { CALLS, DOCS } from '#contract/calls.ts'
import {
  CONFLICT_END_HEADER,
  CONFLICT_START_HEADER,
  type Endpoint,
  type EndpointDocs,
  refusalsOf
} from '#contract/kit/endpoint.ts'
import { HAS_MORE_HEADER } from '#contract/kit/list-query.ts'
import { REFUSALS, type RefusalCode } from '#contract/kit/refusals.ts'
import { photo } from '#contract/uploads/uploads.ts'
import { BRAND_NAME } from '#domain/brand/brand.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { ROOT } from '../../kit/settings.ts'
import { EXAMPLES, type Example } from './examples.ts'
import { GROUPS, NAMED_SCHEMAS, schemaConverter } from './schemas.ts'

// The contract as OpenAPI 3.1, for authors of other backends and clients.

const TEXT = { schema: { type: 'string' } }

/** The security schemes of each access level. */
const SCHEMES = { account: ['rider', 'admin'], admin: ['admin'], public: [], rider: ['rider'] } as const

const MEDIA = { bytes: 'application/json', form: 'multipart/form-data', json: 'application/json' } as const

const DESCRIPTION = `Calls with \`x-embedded-only\` exist only in this backend; every other call exists in any backend.
Instants are ISO 8601, in UTC if they name no zone. \`amount\` is paise in an order and whole rupees everywhere else.
Refusals have a \`code\`, by which clients tell them apart, and a sentence for people in \`detail\`.`

type SchemaOf = (schema: v.GenericSchema) => JsonSchema

function parametersOf({ path, query }: Endpoint, schemaOf: SchemaOf) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const inPath = names.map(name => ({ in: 'path', name, required: true, schema: { type: 'string' } }))
  const { properties = {}, required = [] } = query ? schemaOf(query) : {}
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    in: 'query',
    name,
    required: required.includes(name),
    schema
  }))
  return [...inPath, ...inQuery]
}

const withExample = (example: unknown) => (example === undefined ? {} : { example })

function requestBodyOf({ body, encoding = 'json' }: Endpoint, example: unknown, schemaOf: SchemaOf) {
  if (!body) return undefined
  const content: Record<string, { example?: unknown; schema: JsonSchema }> = {
    [MEDIA[encoding]]: { schema: schemaOf(body), ...withExample(example) }
  }
  return { content, required: true }
}

/** Images and files are not JSON. */
function responseMedia({ output, path }: Endpoint): string {
  if (path.endsWith('.csv')) return 'text/csv'
  return output === photo ? 'image/*' : 'application/json'
}

function successResponse(endpoint: Endpoint, example: unknown, schemaOf: SchemaOf) {
  const isPaged = endpoint.query !== undefined && 'per_page' in (schemaOf(endpoint.query).properties ?? {})
  const headers = { [HAS_MORE_HEADER]: { description: 'Whether more rows follow this page.', ...TEXT } }
  return {
    content: { [responseMedia(endpoint)]: { schema: schemaOf(endpoint.output), ...withExample(example) } },
    description: 'Success.',
    ...(isPaged && { headers })
  }
}

function operationOf(noun: string, name: string, endpoint: Endpoint, schemaOf: SchemaOf) {
  const { access, isSpecified } = endpoint
  const docs = (DOCS as Record<string, Record<string, EndpointDocs>>)[noun]?.[name] as EndpointDocs
  const examples = (EXAMPLES as Record<string, Record<string, Example>>)[noun]?.[name]
  const requestBody = requestBodyOf(endpoint, examples?.request, schemaOf)
  return {
    operationId: name,
    parameters: parametersOf(endpoint, schemaOf),
    ...(requestBody && { requestBody }),
    responses: {
      200: successResponse(endpoint, examples?.response, schemaOf),
      ...errorResponses(endpoint, docs)
    } as Record<string, object>,
    security: SCHEMES[access].map(scheme => ({ [scheme]: [] })),
    summary: docs.summary,
    tags: [GROUPS[name] ?? noun],
    ...(!isSpecified && { 'x-embedded-only': true })
  }
}

type Paths = Record<string, Record<string, ReturnType<typeof operationOf>>>

export function openApi(version: string) {
  const { schemaOf, schemas } = schemaConverter(NAMED_SCHEMAS)
  const paths: Paths = {}
  for (const [noun, calls] of Object.entries(CALLS))
    for (const [name, endpoint] of Object.entries<Endpoint>(calls)) {
      const { method, path } = endpoint
      paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(noun, name, endpoint, schemaOf) }
    }
  return {
    components: {
      schemas,
      securitySchemes: { admin: { scheme: 'bearer', type: 'http' }, rider: { scheme: 'bearer', type: 'http' } }
    },
    info: { description: DESCRIPTION, title: BRAND_NAME, version },
    openapi: '3.1.0',
    paths,
    servers: [{ url: '/api' }]
  }
}

const INSTANT = { schema: { format: 'date-time', type: 'string' } }
const RETRY_HEADERS = { 'retry-after': { description: 'Seconds.', schema: { type: 'integer' } } }
const CONFLICT_HEADERS = {
  [CONFLICT_END_HEADER]: { description: 'End of the booked window.', ...INSTANT },
  [CONFLICT_START_HEADER]: { description: 'Start of the booked window.', ...INSTANT }
}

/** Example arguments for messages that have a parameter: a number or a time. */
const EXAMPLE_ARGUMENTS: Partial<Record<RefusalCode, number | string>> = {
  hold_ending_soon: '6:30 pm',
  property_has_rides: 2,
  rider_has_rides: 2,
  scooter_has_rides: 2,
  too_many_first_holds: '6:30 pm',
  too_many_holds: '6:30 pm',
  too_many_holds_of_scooter: '6:30 pm',
  too_many_requests: 60
}

function exampleDetail(code: RefusalCode) {
  if (code === 'invalid_input') return [{ loc: ['body', 'name'], msg: apiErrorsText.required, type: 'non_empty' }]
  const detail = REFUSALS[code][1] as string | ((argument: unknown) => string)
  return typeof detail === 'string' ? detail : detail(EXAMPLE_ARGUMENTS[code])
}

function headersOf(status: number, codes: readonly RefusalCode[]) {
  if (status === 429 || codes.includes('service_busy')) return { headers: RETRY_HEADERS }
  return codes.includes('booking_conflict') ? { headers: CONFLICT_HEADERS } : {}
}

function errorResponse(status: number, codes: readonly RefusalCode[]) {
  const examples = codes.map(code => [code, { value: { code, detail: exampleDetail(code) } }] as const)
  const schema = {
    allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }]
  }
  return {
    content: { 'application/json': { examples: Object.fromEntries(examples), schema } },
    description: codes.join(', '),
    ...headersOf(status, codes)
  }
}

/** An endpoint's refusals by HTTP status, with an example for each code. */
function errorResponses(endpoint: Endpoint, docs: EndpointDocs): Record<string, object> {
  const codes = refusalsOf(endpoint, docs)
  const statuses = [...new Set(codes.map(code => REFUSALS[code][0]))].sort((one, other) => one - other)
  return Object.fromEntries(
    statuses.map(status => [
      status,
      errorResponse(
        status,
        codes.filter(code => REFUSALS[code][0] === status)
      )
    ])
  )
}

// The document is generated during the build, so that the Worker does not contain the schema converter.

const NAME = 'virtual:openapi'

export function openApiModule() {
  return {
    load: {
      filter: { id: new RegExp(`^\\0${NAME}$`) },
      handler() {
        const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
        // A string, because the Worker then parses the document only when it is requested.
        return `export const contract = ${JSON.stringify(JSON.stringify(openApi(version)))}`
      }
    },
    name: 'contract-as-openapi',
    resolveId: { filter: { id: new RegExp(`^${NAME}$`) }, handler: () => `\0${NAME}` }
  }
}
