import type { Endpoint } from '#contract/endpoint.ts'

const contract = import.meta.glob<Record<string, unknown>>('../../src/contract/*.ts', { eager: true })

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'method' in value && 'path' in value
}

/** Every call of the contract, by itself: one that is added is tried with the others. */
export const everyCall: readonly Endpoint[] = Object.values(contract).flatMap(exported =>
  Object.values(exported).filter(isEndpoint)
)

export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`
