import type { ViteUserConfig } from 'astro'
import * as brand from '#domain/brand/brand.ts'

// Writes the constants of the brand into the texts that contain them. As a module, they would be one more file that
// every page requests.

type Plugin = Extract<NonNullable<ViteUserConfig['plugins']>[number], { name: string }>

const MODULE = '#domain/brand/brand.ts'
const NAMED_IMPORT = new RegExp(`^import \\{([\\w,\\s]+)\\} from '${MODULE}'$`, 'm')

const constants = new Map<string, string>(Object.entries(brand))

const inTemplate = (value: string) => value.replace(/[\\`$]/g, '\\$&')

function inlined(code: string, name: string): string {
  const value = constants.get(name)
  if (value === undefined) throw new Error(`${MODULE} has no constant '${name}'`)
  return code
    .replaceAll(`\${${name}}`, () => inTemplate(value))
    .replaceAll(new RegExp(`\\b${name}\\b`, 'g'), () => JSON.stringify(value))
}

/**
 * Returns the source with the values in place of the names. Throws if the source imports the brand in any other way
 * than `import { NAME }`, on one line or on several.
 */
export function withBrand(source: string): string {
  const [statement = '', names = ''] = NAMED_IMPORT.exec(source) ?? []
  const code = source.replace(statement, '')
  if (code.includes(`'${MODULE}'`)) throw new Error(`Import the constants of ${MODULE} once, by their names`)
  return names
    .split(',')
    .map(name => name.trim())
    .filter(Boolean)
    .reduce(inlined, code)
}

export function inlineBrand(): Plugin {
  return {
    enforce: 'pre',
    name: 'constants-of-the-brand',
    transform: {
      filter: { code: `'${MODULE}'`, id: /\/src\/.*\.tsx?$/ },
      handler: source => ({ code: withBrand(source), map: null })
    }
  }
}
