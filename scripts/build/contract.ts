import type * as v from 'valibot'
import { CALLS } from '#contract/calls.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { EndpointDocs } from '#contract/kit/endpoint-docs.ts'

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

const docsOf = async (resource: string): Promise<DocsModule> => import(`#contract/${resource}/docs.ts`)

/** All endpoints of the contract, with their docs. The first folder is the resource. */
export async function allEndpoints(): Promise<NamedEndpoint[]> {
  const found = Object.entries(CALLS).map(async ([resource, endpoints]) => {
    const { docs } = await docsOf(resource)
    return Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({
      docs: docs[name] as EndpointDocs,
      endpoint,
      name,
      resource
    }))
  })
  return (await Promise.all(found)).flat()
}

/** The schemas that get a name in the OpenAPI document. */
export async function documentedSchemas(): Promise<Record<string, v.GenericSchema>> {
  const modules = await Promise.all(Object.keys(CALLS).map(docsOf))
  return Object.assign({}, ...modules.map(({ components }) => components))
}
