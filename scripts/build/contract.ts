import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type * as v from 'valibot'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { EndpointDocs } from '#contract/kit/endpoint-docs.ts'
import { ROOT } from '../kit/settings.ts'

export interface NamedEndpoint {
  docs: EndpointDocs
  endpoint: Endpoint
  name: string
  resource: string
}

/** The `docs` module of a resource. */
interface DocsModule {
  components?: Record<string, v.GenericSchema>
  docs: Record<string, EndpointDocs>
}

const CONTRACT = join(ROOT, 'src/contract')
const DOCS = 'docs'

/** `file` is a path below src/contract. */
const importModule = async (file: string): Promise<unknown> => import(`#contract/${file}`)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'method' in value && 'path' in value
}

/** All endpoints of the contract, each once, ordered by path. The first folder is the resource. */
export async function allEndpoints(): Promise<NamedEndpoint[]> {
  const found: NamedEndpoint[] = []
  for (const file of globSync('**/*.ts', { cwd: CONTRACT }).sort()) {
    const [resource = ''] = dirname(file).split('/')
    const exported = (await importModule(file)) as Record<string, unknown>
    for (const [name, endpoint] of Object.entries(exported)) {
      if (!isEndpoint(endpoint)) continue
      const { docs } = (await importModule(`${resource}/${DOCS}.ts`)) as DocsModule
      const ownDocs = docs[name]
      if (!ownDocs) throw new Error(`${name} is missing in src/contract/${resource}/${DOCS}.ts`)
      found.push({ docs: ownDocs, endpoint, name, resource })
    }
  }
  return found
}

/** The schemas that get a name in the OpenAPI document. */
export async function documentedSchemas(): Promise<Record<string, v.GenericSchema>> {
  const files = globSync(`*/${DOCS}.ts`, { cwd: CONTRACT })
  const modules = (await Promise.all(files.map(importModule))) as DocsModule[]
  return Object.assign({}, ...modules.map(({ components }) => components))
}
