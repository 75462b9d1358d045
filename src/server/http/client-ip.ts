import type { Caller } from './handle.ts'

/** What a caller is one of: his IPv4 address, or the /64 of his IPv6 address, within which a device picks its own. */
export function addressOf({ headers }: Pick<Caller, 'headers'>): string {
  // The edge writes it; no other header says more than what a caller wants to have said.
  const address = headers.get('cf-connecting-ip')
  return address === null ? 'local' : networkOf(address)
}

const GROUPS = 8
const GROUPS_OF_NETWORK = 4

function networkOf(address: string): string {
  if (!address.includes(':')) return address
  // An IPv4 address in the clothes of the newer kind.
  const [, inside] = /^::ffff:([\d.]+)$/i.exec(address) ?? []
  if (inside !== undefined) return inside
  const [before = [], after = []] = address.split('::').map(part => part.split(':').filter(Boolean))
  const left_out = Array<string>(Math.max(0, GROUPS - before.length - after.length)).fill('0')
  const groups = [...before, ...left_out, ...after].slice(0, GROUPS_OF_NETWORK)
  return groups.map(group => Number.parseInt(group, 16).toString(16)).join(':')
}
