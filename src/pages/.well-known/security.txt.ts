import { SECURITY_TXT_DAYS } from '#domain/constants.ts'
import { DAY_MS } from '#domain/time/time-units.ts'
import { securityContact, siteUrl } from '#server/runtime/env.ts'

/** Where security.txt is (RFC 9116). */
const PATH = '/.well-known/security.txt'

/** Answers where weaknesses are reported. 404 without a contact. */
export function GET({ request }: { request: Request }): Response {
  const contact = securityContact()
  if (contact === null) return new Response(null, { status: 404 })
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${new Date(Date.now() + SECURITY_TXT_DAYS * DAY_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${siteUrl() || new URL(request.url).origin}${PATH}`
  ]
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
