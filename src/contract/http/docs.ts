import type { DocsOf } from '#contract/kit/endpoint-docs.ts'
import type * as openapi from './openapi.ts'

export const docs: DocsOf<typeof openapi> = {
  getOpenApi: { summary: 'Get this document', tag: 'runtime' }
}
