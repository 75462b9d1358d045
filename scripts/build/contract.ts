import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type * as v from 'valibot'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { ClosedTexts, EndpointDocs } from '#contract/kit/endpoint-docs.ts'
import { ROOT } from '../kit/settings.ts'

export interface NamedEndpoint {
  docs: EndpointDocs
  endpoint: Endpoint
  name: string
  resource: string
}

interface DocsModule {
  components: Record<string, v.GenericSchema>
  docs: Record<string, EndpointDocs>
}

const CONTRACT = join(ROOT, 'src/contract')
const DOCS = 'docs'
const CLOSED_TEXTS = 'closed-texts'

const importModule = async (resource: string, module: string): Promise<unknown> =>
  import(`#contract/${resource}/${module}.ts`)

/** The modules of this name, one in each folder that has it. */
const importAll = async (module: string): Promise<unknown[]> =>
  Promise.all(globSync(`*/${module}.ts`, { cwd: CONTRACT }).map(file => importModule(dirname(file), module)))

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'method' in value && 'path' in value
}

/** All endpoints of the contract, each once, ordered by folder and file. */
export async function allEndpoints(): Promise<NamedEndpoint[]> {
  const found: NamedEndpoint[] = []
  for (const file of globSync('*/*.ts', { cwd: CONTRACT }).sort()) {
    const [resource, module] = [dirname(file), basename(file, '.ts')]
    const exported = (await importModule(resource, module)) as Record<string, unknown>
    for (const [name, endpoint] of Object.entries(exported)) {
      if (!isEndpoint(endpoint)) continue
      const { docs } = (await importModule(resource, DOCS)) as DocsModule
      const ownDocs = docs[name]
      if (!ownDocs) throw new Error(`${name} is missing in src/contract/${resource}/${DOCS}.ts`)
      found.push({ docs: ownDocs, endpoint, name, resource })
    }
  }
  return found
}

export interface Documented {
  /** The values of fields that responses leave unchecked. */
  closed: readonly ClosedTexts[]
  /** The schemas that get a name in the OpenAPI document. */
  named: Record<string, v.GenericSchema>
}

export async function documentedSchemas(): Promise<Documented> {
  const docs = (await importAll(DOCS)) as DocsModule[]
  const texts = (await importAll(CLOSED_TEXTS)) as Pick<Documented, 'closed'>[]
  return {
    closed: texts.flatMap(({ closed }) => closed),
    named: Object.assign({}, ...docs.map(({ components }) => components)) as Documented['named']
  }
}
