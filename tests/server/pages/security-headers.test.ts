import { describe, expect, test } from 'vitest'
import {
  contentDirectives,
  type ExternalServices,
  pagePolicy,
  permissionsPolicy,
  withSecurityHeaders
} from '#server/pages/security-headers.ts'

const ALONE: ExternalServices = { backend: '', bucket: null, hasCardPayments: false }
const WITH_CARDS: ExternalServices = { ...ALONE, hasCardPayments: true }
const BUCKET = { name: 'photos.example.test' }
const ABROAD: ExternalServices = { backend: 'https://backend.example/v2/', bucket: null, hasCardPayments: true }
const INLINE = { scripts: ['sha256-c2NyaXB0'], styles: ['sha256-c3R5bGU='] }

/** What a policy says of one thing. */
function sourcesOf(policy: string, name: string): string[] | undefined {
  const [found] = policy.split('; ').filter(directive => directive.startsWith(`${name} `))
  return found?.split(' ').slice(1)
}

const policyFor = (partners: ExternalServices) => pagePolicy(partners, INLINE)

describe("a page's content security policy", () => {
  test('lets a page that has no partners talk to its own site alone', () => {
    expect(policyFor(ALONE)).not.toMatch(/https?:|\*|unsafe/)
  })

  test.each([
    ['base-uri', ["'none'"]],
    ['connect-src', ["'self'"]],
    ['default-src', ["'self'"]],
    ['form-action', ["'self'"]],
    ['frame-ancestors', ["'none'"]],
    ['frame-src', ["'none'"]],
    ['img-src', ["'self'", 'data:', 'blob:']],
    ['manifest-src', ["'self'"]],
    ['object-src', ["'none'"]],
    ['script-src', ["'self'", "'sha256-c2NyaXB0'"]],
    ['script-src-attr', ["'none'"]],
    ['style-src', ["'self'", "'sha256-c3R5bGU='"]],
    ['style-src-attr', ["'none'"]],
    ['worker-src', ["'self'"]]
  ])('says of %s: %s', (name, sources) => {
    expect(sourcesOf(policyFor(ALONE), name)).toEqual(sources)
  })

  test.each([['ours'], ['a backend elsewhere'], ['a cloud']])('never allows inline scripts or eval: %s', kind => {
    const partners = { 'a backend elsewhere': ABROAD, 'a cloud': { ...WITH_CARDS, bucket: BUCKET }, ours: ALONE }[kind]
    const scripts = sourcesOf(policyFor(partners ?? ALONE), 'script-src')
    expect(scripts?.filter(source => source.startsWith("'unsafe"))).toEqual([])
    expect(sourcesOf(policyFor(partners ?? ALONE), 'script-src-attr')).toEqual(["'none'"])
  })

  test.each(['connect-src', 'font-src', 'frame-src', 'img-src', 'script-src'])(
    "opens %s to the card provider's hosts where cards are paid with",
    name => {
      expect(sourcesOf(policyFor(WITH_CARDS), name)).toContain('https://*.razorpay.com')
    }
  )

  test("lets the provider's dialog be placed by its style attribute, and be reached by a form without a frame", () => {
    expect(sourcesOf(policyFor(WITH_CARDS), 'style-src-attr')).toEqual(["'unsafe-inline'"])
    expect(sourcesOf(policyFor(WITH_CARDS), 'form-action')).toEqual(["'self'", 'https://api.razorpay.com'])
    expect(sourcesOf(policyFor(WITH_CARDS), 'style-src')).not.toContain("'unsafe-inline'")
  })

  test.each([
    ['the cloud', BUCKET, 'https://firebasestorage.googleapis.com'],
    ['an emulator', { ...BUCKET, emulator_host: 'localhost:4414' }, 'http://localhost:4414']
  ])('lets a page with a bucket send to %s and show what lies there', (_, bucket, origin) => {
    const policy = policyFor({ ...ALONE, bucket })
    expect(sourcesOf(policy, 'connect-src')).toEqual(["'self'", origin])
    expect(sourcesOf(policy, 'img-src')).toContain(origin)
    expect(sourcesOf(policy, 'script-src')).not.toContain(origin)
  })

  test('lets a page with a backend elsewhere call it, and show pictures from anywhere', () => {
    const policy = policyFor(ABROAD)
    expect(sourcesOf(policy, 'connect-src')).toContain('https://backend.example')
    expect(sourcesOf(policy, 'img-src')).toContain('https:')
    expect(sourcesOf(policy, 'script-src')).not.toContain('https://backend.example')
  })

  test('has no place for a backend that is no address of its own', () => {
    expect(contentDirectives({ ...ALONE, backend: '/elsewhere' })).toContain("connect-src 'self'")
  })
})

describe('permissions', () => {
  test('leave the camera to the page, and switch off what it never asks for', () => {
    const policy = permissionsPolicy(ALONE)
    expect(policy).toContain('camera=(self)')
    for (const name of ['geolocation', 'microphone', 'payment', 'usb']) expect(policy).toContain(`${name}=()`)
  })

  test("hand the payment sheet on to the card provider's frames", () => {
    expect(permissionsPolicy(WITH_CARDS)).toContain(
      'payment=(self "https://api.razorpay.com" "https://checkout.razorpay.com")'
    )
  })
})

const PAGE = { 'content-type': 'text/html' }
const HERE = { isDevelopmentServer: false, isHttps: true, services: ALONE }
const policyOf = (answer: Response) => answer.headers.get('content-security-policy')

describe('an answer', () => {
  test('keeps its status, its body and every cookie', async () => {
    const headers = new Headers({ 'content-type': 'application/json' })
    headers.append('set-cookie', 'a=1')
    headers.append('set-cookie', 'b=2')
    const answer = withSecurityHeaders(new Response('{}', { headers, status: 401, statusText: 'Unauthorized' }), HERE)
    expect([answer.status, answer.statusText, await answer.text()]).toEqual([401, 'Unauthorized', '{}'])
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })

  test('asks for https only where it was asked for so', () => {
    const name = 'strict-transport-security'
    expect(withSecurityHeaders(new Response(), HERE).headers.get(name)).toBe('max-age=31536000')
    expect(withSecurityHeaders(new Response(), { ...HERE, isHttps: false }).headers.has(name)).toBe(false)
  })

  test('that is a page takes the hashes of its build over, and nothing else that was said there', () => {
    const said =
      "img-src *; script-src 'self' 'sha256-b25l' 'sha384-dHdv' https://elsewhere.example; style-src 'sha256-dGhyZWU=';"
    const policy = policyOf(
      withSecurityHeaders(new Response('', { headers: { ...PAGE, 'content-security-policy': said } }), HERE)
    )
    expect(policy).toBe(pagePolicy(ALONE, { scripts: ['sha256-b25l', 'sha384-dHdv'], styles: ['sha256-dGhyZWU='] }))
  })

  test('that is a page without a policy may have nothing inline', () => {
    const policy = policyOf(withSecurityHeaders(new Response('', { headers: PAGE }), HERE))
    expect(policy).toBe(pagePolicy(ALONE, { scripts: [], styles: [] }))
  })

  test('that is a page which lies ready keeps the policy of its file', () => {
    const said = "frame-ancestors 'none'"
    const page = new Response('', { headers: { ...PAGE, 'content-security-policy': said } })
    expect(policyOf(withSecurityHeaders(page, HERE))).toBe(said)
  })

  test('that is none may load nothing, unless it says itself what it may', () => {
    expect(policyOf(withSecurityHeaders(Response.json({}), HERE))).toBe("default-src 'none'; frame-ancestors 'none'")
    const picture = new Response('', { headers: { 'content-security-policy': 'sandbox', 'content-type': 'image/png' } })
    expect(policyOf(withSecurityHeaders(picture, HERE))).toBe('sandbox')
  })

  test("of the development server has no policy, for it puts scripts of Vite's into the page", () => {
    const page = new Response('', { headers: PAGE })
    expect(policyOf(withSecurityHeaders(page, { ...HERE, isDevelopmentServer: true }))).toBeNull()
  })
})
