import type { DocsOf } from '#contract/kit/endpoint-docs.ts'

export const docs: DocsOf<'http'> = {
  getOpenApi: { summary: 'Get this document', tag: 'runtime' }
}
