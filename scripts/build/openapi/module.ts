import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../kit/settings.ts'
import { openApi } from './document.ts'

// The document is generated during the build, so that the Worker does not contain the schema converter.

const NAME = 'virtual:openapi'

export function openApiModule() {
  return {
    load: {
      filter: { id: new RegExp(`^\\0${NAME}$`) },
      async handler() {
        const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
        // A string, because the Worker then parses the document only when it is requested.
        return `export const contract = ${JSON.stringify(JSON.stringify(await openApi(version)))}`
      }
    },
    name: 'contract-as-openapi',
    resolveId: { filter: { id: new RegExp(`^${NAME}$`) }, handler: () => `\0${NAME}` }
  }
}
