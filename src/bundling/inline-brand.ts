import type { ViteUserConfig } from 'astro'
import * as brand from '#domain/brand/brand.ts'

// Writes the constants of the brand into the modules that import them. The minifier then joins them with the texts
// around them. As a module, they would be one more file that every page requests.

type Plugin = Extract<NonNullable<ViteUserConfig['plugins']>[number], { name: string }>

const IMPORT = /^import \{ ([\w, ]+) \} from '#domain\/brand\/brand\.ts'$/m

const constants = new Map<string, string>(Object.entries(brand))

/** Returns the source with `const` statements in the line of the import, or null if it has no such import. */
export function withBrand(code: string): string | null {
  const [line, names] = IMPORT.exec(code) ?? []
  if (line === undefined || names === undefined) return null
  const statements = names.split(', ').map(name => `const ${name} = ${JSON.stringify(constants.get(name))};`)
  return code.replace(line, () => statements.join(' '))
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
