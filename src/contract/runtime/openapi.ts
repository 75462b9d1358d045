import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'

/** Added by us: every call of this contract as OpenAPI 3.1, for other backends and other clients. */
export const getContract = defineEndpoint({
  access: 'public',
  isExtension: true,
  method: 'GET',
  output: v.looseObject({ openapi: v.string() }),
  path: '/openapi.json'
})
