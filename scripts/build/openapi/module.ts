import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../kit/settings.ts'
import { openApi } from './document.ts'

// What the Worker answers is written at build, so that it need not carry what converts the contract.

const NAME = 'virtual:openapi'

export function openApiModule() {
  return {
    load: {
      filter: { id: new RegExp(`^\\0${NAME}$`) },
      async handler() {
        const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
        // As a text that is only read when it is asked for.
        return `export const contract = ${JSON.stringify(JSON.stringify(await openApi(version)))}`
      }
    },
    name: 'contract-as-openapi',
    resolveId: { filter: { id: new RegExp(`^${NAME}$`) }, handler: () => `\0${NAME}` }
  }
}
