import type { Caller } from '#server/http/operation.ts'

/**
 * Returns the IPv4 address, or the /64 network of an IPv6 address, because a device picks its own address within it.
 */
export function clientIp({ headers }: Pick<Caller, 'headers'>): string {
  // Set by Cloudflare's edge. Clients can forge the other headers.
  const address = headers.get('cf-connecting-ip')
  return address === null ? 'local' : ipNetwork(address)
}

const IPV6_GROUPS = 8
const NETWORK_GROUPS = 4

function ipNetwork(address: string): string {
  if (!address.includes(':')) return address
  // An IPv4-mapped IPv6 address.
  const [, embeddedIpv4] = /^::ffff:([\d.]+)$/i.exec(address) ?? []
  if (embeddedIpv4 !== undefined) return embeddedIpv4
  const [before = [], after = []] = address.split('::').map(part => part.split(':').filter(Boolean))
  const omittedGroups = Array<string>(Math.max(0, IPV6_GROUPS - before.length - after.length)).fill('0')
  const groups = [...before, ...omittedGroups, ...after].slice(0, NETWORK_GROUPS)
  return groups.map(group => Number.parseInt(group, 16).toString(16)).join(':')
}
