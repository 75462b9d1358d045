import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { describe, expect, test } from 'vitest'
import * as apiErrorsText from '#messages/api-errors.ts'
import { permissionsPolicy } from '#server/http/security-headers.ts'
import { app, startApp } from '#tests/helpers/servers/app.ts'

startApp()

const RIDER = { cookie: 'userType=user' }
const ADMIN = { cookie: 'userType=admin' }
const ALONE = { backend: '', bucket: null, hasCardPayments: false }

/** Of each page and file. */
const SECURITY_HEADERS = {
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': permissionsPolicy(ALONE),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff'
}

const PAGES = [
  ['/', RIDER, 200],
  ['/booking/any', RIDER, 200],
  ['/my-bookings', RIDER, 200],
  ['/profile', RIDER, 200],
  ['/auth', {}, 200],
  ['/admin/auth', {}, 200],
  ['/admin', ADMIN, 200],
  ['/nowhere', {}, 404],
  ['/%ff', {}, 404],
  ['/500', {}, 500]
] as const

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

function inlineIn(html: string, tag: 'script' | 'style'): string[] {
  const found = html.matchAll(new RegExp(`<${tag}([^>]*)>(.*?)</${tag}>`, 'gs'))
  return [...found].filter(([, attributes = '']) => !/\bsrc=/.test(attributes)).map(([, , text = '']) => text)
}

function sourcesOf(policy: string | null, name: string): string[] {
  const directive = policy?.split(/; ?/).find(text => text.startsWith(`${name} `))
  return directive?.split(' ').slice(1) ?? []
}

const policyOf = (answer: Response) => answer.headers.get('content-security-policy')

test.each(PAGES)(
  'the page %s has the headers of every page, and no inline code that its short policy blocks',
  async (path, headers, status) => {
    const page = await app.fetch(path, { headers })
    expect(page.status).toBe(status)
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'self'"),
      ...SECURITY_HEADERS
    })
    expect(sourcesOf(policyOf(page), 'frame-ancestors')).toEqual(["'none'"])
    const html = await page.text()
    for (const tag of ['script', 'style'] as const) {
      const inline = inlineIn(html, tag)
      expect(inline.length).toBeGreaterThan(0)
      expect(sourcesOf(policyOf(page), `${tag}-src`)).toEqual(expect.arrayContaining(inline.map(hashOf)))
    }
    expect(html).not.toMatch(/<[^>]+\s(style|on\w+)=/)
    expect(policyOf(page)).not.toMatch(/unsafe|https?:|\*/)
    // It has a hash for the styles of each page.
    expect(policyOf(page)?.length).toBeLessThan(1900)
  }
)

const CALLS = ['/api/properties', '/api/profile'].map(path => ({ headers: {}, path }))

test.each([...PAGES.map(([path, headers]) => ({ headers, path })), ...CALLS])(
  'HEAD $path returns the status and headers of GET, without a body',
  async ({ headers, path }) => {
    // The values of these headers contain a date, a name or an id that differs in each response.
    const lasting = ({ headers: responseHeaders, status }: Response) => {
      const rest = Object.entries(Object.fromEntries(responseHeaders)).filter(
        ([name]) => !['content-length', 'date', 'transfer-encoding', 'x-request-id'].includes(name)
      )
      return { rest, status }
    }
    const [head, get] = [await app.fetch(path, { headers, method: 'HEAD' }), await app.fetch(path, { headers })]
    expect(await head.text()).toBe('')
    expect((await get.text()).length).toBeGreaterThan(0)
    expect(lasting(head)).toEqual(lasting(get))
  }
)

test('HEAD is answered even if it has a body', async () => {
  const pendingRequest = request(`${app.origin()}/auth`, { headers: { 'content-length': 5 }, method: 'HEAD' })
  pendingRequest.end('hello')
  const [answer] = (await once(pendingRequest, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(200)
})

describe('a page', () => {
  const visits = PAGES.filter(([, , status]) => status === 200)

  test.each(
    visits.flatMap(([path, headers]) => ['POST', 'PUT', 'DELETE', 'OPTIONS'].map(method => ({ headers, method, path })))
  )('answers 405 to $method $path, and lists the allowed methods', async ({ headers, method, path }) => {
    const answer = await app.fetch(path, { headers, method })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(await answer.text()).toBe(apiErrorsText.methodNotAllowed)
  })

  test.each([
    ['before it redirects to the sign-in', '/my-bookings', 405],
    ['unless it does not exist', '/nowhere', 404],
    ['also if it is prerendered', '/offline/', 405],
    ['also if it is prerendered', '/offline/my-bookings/', 405]
  ])('answers 405 for an unsupported method %s: %s', async (_, path, status) => {
    expect((await app.fetch(path, { method: 'POST' })).status).toBe(status)
  })
})

test.each([
  ['a response', '/api/properties', 'GET', 200, { 'cache-control': 'no-store' }],
  ['a refusal', '/api/profile', 'GET', 401, { 'cache-control': 'no-store' }],
  ['an invalid input', '/api/auth/signin', 'POST', 422, { 'cache-control': 'no-store' }],
  ['a method that a path does not have', '/api/properties', 'DELETE', 405, { 'cache-control': 'no-store' }],
  ['an unknown path', '/api/nowhere', 'GET', 404, { 'cache-control': 'no-store' }],
  ['no path at all', '/api', 'GET', 404, { 'cache-control': 'no-store' }],
  ['an unknown picture', '/api/images/none', 'GET', 404, { 'cache-control': 'no-store' }],
  ['a redirect', '/my-bookings', 'GET', 302, { 'referrer-policy': 'strict-origin-when-cross-origin' }]
])('%s of the API or a page may not be framed, sniffed or run: %s', async (_, path, method, status, others) => {
  const answer = await app.fetch(path, { method })
  expect(answer.status).toBe(status)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    ...others,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff'
  })
})

describe('a file', () => {
  const [script = '', ...others] = globSync('dist/client/_astro/*.js').map(path => path.replace('dist/client', ''))

  test('with a content hash in its name is cached permanently', async () => {
    expect(others.length).toBeGreaterThan(20)
    const file = await app.fetch(script)
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  test.each([
    ['a script', script],
    ['the icon', '/icon.svg']
  ])('has the same headers as the responses of the Worker: %s', async (_, path) => {
    const file = await app.fetch(path)
    expect(file.status).toBe(200)
    expect(Object.fromEntries(file.headers)).toMatchObject({
      ...SECURITY_HEADERS,
      'strict-transport-security': 'max-age=31536000'
    })
    expect(sourcesOf(policyOf(file), 'frame-ancestors')).toEqual(["'none'"])
  })
})

test('a prerendered page has the hashes of its inline code and cannot be framed', async () => {
  for (const path of globSync('dist/client/**/*.html')) {
    const html = readFileSync(path, 'utf8')
    const [, policy = ''] = /<meta http-equiv="content-security-policy" content="([^"]*)"/.exec(html) ?? []
    for (const tag of ['script', 'style'] as const) {
      const hashes = inlineIn(html, tag).map(hashOf)
      expect([path, ...sourcesOf(policy, `${tag}-src`)]).toEqual(expect.arrayContaining(hashes))
    }
    expect(html).not.toMatch(/<[^>]+\s(style|on\w+)=/)
    const served = await app.fetch(path.replace('dist/client', '').replace(/index\.html$/, ''))
    expect([path, ...sourcesOf(policyOf(served), 'frame-ancestors')]).toEqual([path, "'none'"])
  }
})

test.each([
  ['developer tools', 'React DevTools'],
  ['styles that a script adds to a page, because the policy would block them', '[data-sonner-toaster]']
])('the build that is tested and deployed has no %s', (_, fragment) => {
  const files = globSync('dist/client/_astro/*.js')
  expect(files.filter(path => readFileSync(path, 'utf8').includes(fragment))).toEqual([])
})

describe('a Worker with external services', () => {
  startApp(() => ({ PAYMENT_PROVIDER: 'razorpay', PUBLIC_FIREBASE_STORAGE_BUCKET: 'b' }))
  const page = (path: string, headers: Record<string, string> = {}) => app.fetch(path, { headers })

  test('allows pages to connect to the cloud host', async () => {
    const policy = policyOf(await page('/auth'))
    expect(sourcesOf(policy, 'connect-src')).toContain('https://firebasestorage.googleapis.com')
  })

  test.each(['/', '/booking/any', '/my-bookings', '/my-bookings/'])(
    'allows a page with payments to connect to the hosts of the payment provider: %s',
    async path => {
      const { headers } = await page(path, RIDER)
      for (const directive of ['script-src', 'connect-src', 'frame-src'])
        expect(sourcesOf(headers.get('content-security-policy'), directive)).toContain('https://*.razorpay.com')
      expect(headers.get('permissions-policy')).toContain('"https://api.razorpay.com"')
    }
  )

  test.each(PAGES.filter(([path]) => !/^\/$|booking/.test(path)).map(([path, headers]) => [path, headers] as const))(
    'does not allow it on other pages: %s',
    async (path, headers) => {
      const responseHeaders = (await page(path, headers)).headers
      expect(responseHeaders.get('content-security-policy')).not.toMatch(/razorpay|unsafe-inline/)
      expect(responseHeaders.get('permissions-policy')).toContain('payment=()')
    }
  )
})
