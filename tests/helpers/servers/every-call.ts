import type { Endpoint } from '#contract/kit/endpoint.ts'
import { allCalls } from '../../../scripts/build/contract.ts'

/** Every call of the contract, once: one that is added is tried with the others. */
export const everyCall: readonly Endpoint[] = (await allCalls()).map(({ endpoint }) => endpoint)

export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`
