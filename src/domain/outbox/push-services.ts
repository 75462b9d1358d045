// The push services of browsers. The server sends messages to no other host, because a client names the address.

const HOSTS = ['fcm.googleapis.com', 'updates.push.services.mozilla.com']
const HOST_SUFFIXES = ['.push.apple.com', '.notify.windows.com']

/** True for an https URL of a known push service, without user, password or port. */
export function isPushEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { hostname, password, port, protocol, username } = new URL(endpoint)
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  return HOSTS.includes(hostname) || HOST_SUFFIXES.some(suffix => hostname.endsWith(suffix))
}
