import { describe, expect, test } from 'vitest'
import { contentDirectives, pagePolicy, permissionsPolicy, withSecurityHeaders } from '#server/http/security-headers.ts'
import type { ExternalServices } from '#server/runtime/env.ts'

const ALONE: ExternalServices = { backend: '', bucket: null, hasCardPayments: false }
const WITH_CARDS: ExternalServices = { ...ALONE, hasCardPayments: true }
const BUCKET = { name: 'photos.example.test' }
const EXTERNAL_SERVICES: ExternalServices = {
  backend: 'https://backend.example/v2/',
  bucket: null,
  hasCardPayments: true
}
const INLINE = { scripts: ['sha256-c2NyaXB0'], styles: ['sha256-c3R5bGU='] }

/** The sources of one directive of the policy. */
function sourcesOf(policy: string, name: string): string[] | undefined {
  const [found] = policy.split('; ').filter(directive => directive.startsWith(`${name} `))
  return found?.split(' ').slice(1)
}

const policyFor = (partners: ExternalServices) => pagePolicy(partners, INLINE)

describe("a page's content security policy", () => {
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
  ])('sets %s to %s', (name, sources) => {
    expect(sourcesOf(policyFor(ALONE), name)).toEqual(sources)
  })

  test.each([
    ['the embedded backend', ALONE],
    ['an external backend', EXTERNAL_SERVICES],
    ['a cloud storage', { ...WITH_CARDS, bucket: BUCKET }]
  ])('never allows inline scripts or eval with %s', (_, partners) => {
    const scripts = sourcesOf(policyFor(partners), 'script-src')
    expect(scripts?.filter(source => source.startsWith("'unsafe"))).toEqual([])
    expect(sourcesOf(policyFor(partners), 'script-src-attr')).toEqual(["'none'"])
  })

  test("opens a page with payments to the provider's hosts, style attributes and form without a frame", () => {
    const policy = policyFor(WITH_CARDS)
    for (const name of ['connect-src', 'font-src', 'frame-src', 'img-src', 'script-src'])
      expect(sourcesOf(policy, name)).toContain('https://*.razorpay.com')
    expect(sourcesOf(policy, 'style-src-attr')).toEqual(["'unsafe-inline'"])
    expect(sourcesOf(policy, 'form-action')).toEqual(["'self'", 'https://api.razorpay.com'])
    expect(sourcesOf(policy, 'style-src')).not.toContain("'unsafe-inline'")
  })

  test.each([
    ['the cloud', BUCKET, 'https://firebasestorage.googleapis.com'],
    ['an emulator', { ...BUCKET, emulatorHost: 'localhost:4414' }, 'http://localhost:4414']
  ])('allows a page with a bucket to upload to %s and to show its pictures', (_, bucket, origin) => {
    const policy = policyFor({ ...ALONE, bucket })
    expect(sourcesOf(policy, 'connect-src')).toEqual(["'self'", origin])
    expect(sourcesOf(policy, 'img-src')).toContain(origin)
    expect(sourcesOf(policy, 'script-src')).not.toContain(origin)
  })

  test('allows a page with an external backend to call it and to show pictures from anywhere', () => {
    const policy = policyFor(EXTERNAL_SERVICES)
    expect(sourcesOf(policy, 'connect-src')).toContain('https://backend.example')
    expect(sourcesOf(policy, 'img-src')).toContain('https:')
    expect(sourcesOf(policy, 'script-src')).not.toContain('https://backend.example')
  })

  test('ignores an external backend without an absolute address', () => {
    expect(contentDirectives({ ...ALONE, backend: '/elsewhere' })).toContain("connect-src 'self'")
  })
})

describe('the permissions policy', () => {
  test('allows the camera and switches off everything that the pages do not use', () => {
    const policy = permissionsPolicy(ALONE)
    expect(policy).toContain('camera=(self)')
    for (const name of ['geolocation', 'microphone', 'payment', 'usb']) expect(policy).toContain(`${name}=()`)
  })

  test('delegates payment requests to the frames of the payment provider', () => {
    expect(permissionsPolicy(WITH_CARDS)).toContain(
      'payment=(self "https://api.razorpay.com" "https://checkout.razorpay.com")'
    )
  })
})

const PAGE = { 'content-type': 'text/html' }
const NOW = new Date('2026-06-15T10:00:00Z')
const LOCAL = { isDevelopmentServer: false, isHttps: true, isListed: true, now: NOW, services: ALONE }
const policyOf = (answer: Response) => answer.headers.get('content-security-policy')

describe('a response', () => {
  test('keeps its status, its body and every cookie', async () => {
    const headers = new Headers({ 'content-type': 'application/json' })
    headers.append('set-cookie', 'a=1')
    headers.append('set-cookie', 'b=2')
    const answer = withSecurityHeaders(new Response('{}', { headers, status: 401, statusText: 'Unauthorized' }), LOCAL)
    expect([answer.status, answer.statusText, await answer.text()]).toEqual([401, 'Unauthorized', '{}'])
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })

  test('enforces https only if the request used https', () => {
    const name = 'strict-transport-security'
    expect(withSecurityHeaders(new Response(), LOCAL).headers.get(name)).toBe('max-age=31536000')
    expect(withSecurityHeaders(new Response(), { ...LOCAL, isHttps: false }).headers.has(name)).toBe(false)
  })

  const OF_BUILD =
    "img-src *; script-src 'self' 'sha256-b25l' 'sha384-dHdv' https://elsewhere.example; style-src 'sha256-dGhyZWU=';"

  test.each([
    [
      'with a page takes only the hashes from its build',
      { ...PAGE, 'content-security-policy': OF_BUILD },
      pagePolicy(ALONE, { scripts: ['sha256-b25l', 'sha384-dHdv'], styles: ['sha256-dGhyZWU='] })
    ],
    ['with a page without a policy allows no inline code', PAGE, pagePolicy(ALONE, { scripts: [], styles: [] })],
    [
      'with a prerendered page keeps the policy of its file',
      { ...PAGE, 'content-security-policy': "frame-ancestors 'none'" },
      "frame-ancestors 'none'"
    ],
    ['without a page may load nothing', {}, "default-src 'none'; frame-ancestors 'none'"],
    [
      'without a page keeps its own policy',
      { 'content-security-policy': 'sandbox', 'content-type': 'image/png' },
      'sandbox'
    ]
  ])('%s', (_, headers, policy) => {
    expect(policyOf(withSecurityHeaders(new Response('', { headers: headers as Record<string, string> }), LOCAL))).toBe(
      policy
    )
  })

  test('of the development server has no policy, because Vite adds scripts to the page', () => {
    const page = new Response('', { headers: PAGE })
    expect(policyOf(withSecurityHeaders(page, { ...LOCAL, isDevelopmentServer: true }))).toBeNull()
  })
})
