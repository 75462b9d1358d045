import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { ROOT } from '../kit/settings.ts'

/** A call of the contract by the name it has there, and the noun whose folder that is. */
export interface NamedEndpoint {
  endpoint: Endpoint
  name: string
  resource: string
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'method' in value && 'path' in value
}

/** Every call of the contract once, in the order of nouns and of their files. */
export async function allEndpoints(): Promise<NamedEndpoint[]> {
  const files = globSync('*/*.ts', { cwd: join(ROOT, 'src/contract') }).sort()
  const found: NamedEndpoint[] = []
  for (const file of files) {
    const [resource, module] = [dirname(file), basename(file, '.ts')]
    const exported = (await import(`#contract/${resource}/${module}.ts`)) as Record<string, unknown>
    for (const [name, endpoint] of Object.entries(exported)) {
      const isKnown = found.some(call => call.endpoint === endpoint)
      if (isEndpoint(endpoint) && !isKnown) found.push({ endpoint, name, resource })
    }
  }
  return found
}
