import type { JsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { errorBody } from '#contract/kit/error-body.ts'
import { HAS_MORE_HEADER } from '#contract/kit/list-query.ts'
import { photo } from '#contract/uploads/uploads.ts'
import { BRAND_NAME } from '#domain/brand/brand.ts'
import { allEndpoints, documentedSchemas, type NamedEndpoint } from '../contract.ts'
import { errorResponses } from './error-responses.ts'
import { schemaConverter } from './schemas.ts'

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

function requestBodyOf({ docs, endpoint: { body, encoding = 'json' } }: NamedEndpoint, schemaOf: SchemaOf) {
  if (!body) return undefined
  const content: Record<string, { example?: unknown; schema: JsonSchema }> = {
    [MEDIA[encoding]]: { schema: schemaOf(body), ...withExample(docs.request) }
  }
  return { content, required: true }
}

/** Images and files are not JSON. */
function responseMedia({ output, path }: Endpoint): string {
  if (path.endsWith('.csv')) return 'text/csv'
  return output === photo ? 'image/*' : 'application/json'
}

function successResponse({ docs, endpoint }: NamedEndpoint, schemaOf: SchemaOf) {
  const isPaged = endpoint.query !== undefined && 'per_page' in (schemaOf(endpoint.query).properties ?? {})
  const headers = { [HAS_MORE_HEADER]: { description: 'Whether more rows follow this page.', ...TEXT } }
  return {
    content: { [responseMedia(endpoint)]: { schema: schemaOf(endpoint.output), ...withExample(docs.response) } },
    description: 'Success.',
    ...(isPaged && { headers })
  }
}

function operationOf(call: NamedEndpoint, schemaOf: SchemaOf) {
  const { docs, endpoint, name, resource } = call
  const { access, isEmbeddedOnly } = endpoint
  const requestBody = requestBodyOf(call, schemaOf)
  return {
    operationId: name,
    parameters: parametersOf(endpoint, schemaOf),
    ...(requestBody && { requestBody }),
    responses: { 200: successResponse(call, schemaOf), ...errorResponses(endpoint, docs) } as Record<string, object>,
    security: SCHEMES[access].map(scheme => ({ [scheme]: [] })),
    summary: docs.summary,
    tags: [docs.tag ?? resource],
    ...(isEmbeddedOnly && { 'x-embedded-only': true })
  }
}

type Paths = Record<string, Record<string, ReturnType<typeof operationOf>>>

export interface OpenApi {
  components: { schemas: Record<string, JsonSchema>; securitySchemes: object }
  info: { description: string; title: string; version: string }
  openapi: '3.1.0'
  paths: Paths
  servers: { url: string }[]
}

export async function openApi(version: string): Promise<OpenApi> {
  const { schemaOf, schemas } = schemaConverter({ ...(await documentedSchemas()), Problem: errorBody })
  const paths: Paths = {}
  for (const call of await allEndpoints()) {
    const { method, path } = call.endpoint
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(call, schemaOf) }
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
