import type { ViteUserConfig } from 'astro'
import * as brand from '#domain/brand/brand.ts'

// Writes the constants of the brand into the texts that contain them. As a module, they would be one more file that
// every page requests.

type Plugin = Extract<NonNullable<ViteUserConfig['plugins']>[number], { name: string }>

const IMPORT = /^import \{ ([\w, ]+) \} from '#domain\/brand\/brand\.ts'$/m

const constants = new Map<string, string>(Object.entries(brand))

const inTemplate = (value: string) => value.replace(/[\\`$]/g, '\\$&')

/** Returns the source with the values in place of the names, or null if it imports no constant of the brand. */
export function withBrand(source: string): string | null {
  const [line, names] = IMPORT.exec(source) ?? []
  if (line === undefined || names === undefined) return null
  return names.split(', ').reduce(
    (code, name) => {
      const value = constants.get(name) ?? ''
      return code
        .replaceAll(`\${${name}}`, () => inTemplate(value))
        .replaceAll(new RegExp(`\\b${name}\\b`, 'g'), () => JSON.stringify(value))
    },
    source.replace(line, '')
  )
}

export function inlineBrand(): Plugin {
  return {
    enforce: 'pre',
    name: 'constants-of-the-brand',
    transform: {
      filter: { code: IMPORT, id: /\/src\/.*\.tsx?$/ },
      handler(source) {
        const code = withBrand(source)
        return code === null ? null : { code, map: null }
      }
    }
  }
}
