import type { JsonSchema } from '@valibot/to-json-schema'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { HAS_MORE_HEADER } from '#contract/kit/has-more.ts'
import { problem } from '#contract/kit/problem.ts'
import { brand } from '#messages/common.ts'
import { allEndpoints, type NamedEndpoint } from '../contract.ts'
import { errorStatuses, STATUS_DESCRIPTIONS } from './refusals.ts'
import { schemaOf } from './schemas.ts'

// The contract as OpenAPI 3.1, for those who write another backend or another client.

const TEXT = { schema: { type: 'string' } }
const INSTANT = { schema: { format: 'date-time', type: 'string' } }

/** Whose token a call takes. */
const SCHEMES = { account: ['rider', 'admin'], admin: ['admin'], public: [], rider: ['rider'] } as const

const MEDIA = { bytes: 'application/json', form: 'multipart/form-data', json: 'application/json' } as const

const DESCRIPTION = `Calls with \`x-added\` are this backend's own; every other is one that any backend has. Instants are
ISO 8601, in UTC where they name no zone. \`amount\` is paise in an order, and whole rupees everywhere else.`

function parametersOf({ path, query }: Endpoint) {
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

function bodyOf({ body, encoding = 'json' }: Endpoint) {
  return body && { content: { [MEDIA[encoding]]: { schema: schemaOf(body) } }, required: true }
}

/** Pictures and files are not JSON. */
function answerMedia({ output, path }: Endpoint): string {
  if (path.endsWith('.csv')) return 'text/csv'
  return output.type === 'any' ? 'image/*' : 'application/json'
}

function successResponse(endpoint: Endpoint) {
  const isPaged = endpoint.query !== undefined && 'per_page' in (schemaOf(endpoint.query).properties ?? {})
  const more = { [HAS_MORE_HEADER]: { description: 'Whether there is more after a page.', ...TEXT } }
  return {
    content: { [answerMedia(endpoint)]: { schema: schemaOf(endpoint.output) } },
    description: 'It worked.',
    ...(isPaged && { headers: more })
  }
}

function operationOf({ endpoint, name, resource }: NamedEndpoint) {
  const { access, isExtension } = endpoint
  const requestBody = bodyOf(endpoint)
  const refusals = errorStatuses(name, endpoint).map(status => [status, { $ref: `#/components/responses/${status}` }])
  return {
    operationId: name,
    parameters: parametersOf(endpoint),
    ...(requestBody && { requestBody }),
    responses: { 200: successResponse(endpoint), ...Object.fromEntries(refusals) },
    security: SCHEMES[access].map(scheme => ({ [scheme]: [] })),
    tags: [resource],
    ...(isExtension && { 'x-added': true })
  }
}

const CONFLICT_HEADERS = {
  'x-conflict-end': { description: 'Of a booking conflict: when the window in the way ends.', ...INSTANT },
  'x-conflict-start': { description: 'Of a booking conflict: when the window in the way begins.', ...INSTANT }
}
const RETRY_HEADERS = { 'retry-after': { description: 'Seconds.', schema: { type: 'integer' } } }
const HEADERS: Record<string, object> = { 400: CONFLICT_HEADERS, 429: RETRY_HEADERS, 503: RETRY_HEADERS }

function errorResponse([status, description]: [string, string]) {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/problem' } } }
  const headers = HEADERS[status]
  return [status, { content, description, ...(headers && { headers }) }]
}

type Paths = Record<string, Record<string, ReturnType<typeof operationOf>>>

export interface OpenApi {
  components: { responses: Record<string, unknown>; schemas: Record<string, JsonSchema>; securitySchemes: object }
  info: { description: string; title: string; version: string }
  openapi: '3.1.0'
  paths: Paths
  servers: { url: string }[]
}

export async function openApi(version: string): Promise<OpenApi> {
  const paths: Paths = {}
  for (const call of await allEndpoints()) {
    const { method, path } = call.endpoint
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(call) }
  }
  return {
    components: {
      responses: Object.fromEntries(Object.entries(STATUS_DESCRIPTIONS).map(errorResponse)),
      schemas: { problem: schemaOf(problem) },
      securitySchemes: { admin: { scheme: 'bearer', type: 'http' }, rider: { scheme: 'bearer', type: 'http' } }
    },
    info: { description: DESCRIPTION, title: brand, version },
    openapi: '3.1.0',
    paths,
    servers: [{ url: '/api' }]
  }
}
