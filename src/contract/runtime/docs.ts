import type { DocsOf } from '#contract/kit/endpoint-docs.ts'
import { exampleHealth } from './examples.ts'
import type * as health from './health.ts'
import type * as openapi from './openapi.ts'

export const components = {}

export const docs: DocsOf<typeof health & typeof openapi> = {
  getOpenApi: { summary: 'Get this document' },
  getHealth: {
    response: exampleHealth,
    summary: 'Get the health of the installation'
  }
}
