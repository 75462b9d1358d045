import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'

/** This contract as OpenAPI 3.1, for other backends and clients. */
export const getOpenApi = defineEndpoint('GET /openapi.json', {
  access: 'public',
  output: v.looseObject({ openapi: v.string() })
})

export const docs = {
  getOpenApi: { summary: 'Get this document' }
} satisfies Docs
