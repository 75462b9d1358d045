import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestHarness } from 'wrangler'
import { methodNotAllowed } from '#messages/common.ts'
import { permissionsPolicy } from '#server/pages/security-headers.ts'
import { app, startApp } from '#tests/helpers/servers/app.ts'

startApp()

const RIDER = { cookie: 'userType=user' }
const ADMIN = { cookie: 'userType=admin' }
const ALONE = { backend: '', bucket: null, hasCardPayments: false }

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

describe.each(PAGES)('the page %s', (path, headers, status) => {
  test('comes with the headers of every page', async () => {
    const page = await app.fetch(path, { headers })
    expect(page.status).toBe(status)
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'self'"),
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy': permissionsPolicy(ALONE),
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff'
    })
    expect(sourcesOf(policyOf(page), 'frame-ancestors')).toEqual(["'none'"])
  })

  test('has nothing inline that its policy refuses, and no longer a policy than that takes', async () => {
    const page = await app.fetch(path, { headers })
    const html = await page.text()
    for (const tag of ['script', 'style'] as const) {
      const inline = inlineIn(html, tag)
      expect(inline.length).toBeGreaterThan(0)
      expect(sourcesOf(policyOf(page), `${tag}-src`)).toEqual(expect.arrayContaining(inline.map(hashOf)))
    }
    expect(html).not.toMatch(/<[^>]+\s(style|on\w+)=/)
    expect(policyOf(page)).not.toMatch(/unsafe|https?:|\*/)
    // It names the styles of every page: the build counts them all at once.
    expect(policyOf(page)?.length).toBeLessThan(1500)
  })
})

const CALLS = ['/api/properties', '/api/profile'].map(path => ({ headers: {}, path }))

describe.each([...PAGES.map(([path, headers]) => ({ headers, path })), ...CALLS])('HEAD $path', ({ headers, path }) => {
  // Of a date, a name or an id that is another at each answer.
  const lasting = ({ headers: told, status }: Response) => {
    const rest = Object.entries(Object.fromEntries(told)).filter(
      ([name]) => !['content-length', 'date', 'transfer-encoding', 'x-request-id'].includes(name)
    )
    return { rest, status }
  }

  test('answers what GET answers, without its body', async () => {
    const [head, get] = [await app.fetch(path, { headers, method: 'HEAD' }), await app.fetch(path, { headers })]
    expect(await head.text()).toBe('')
    expect((await get.text()).length).toBeGreaterThan(0)
    expect(lasting(head)).toEqual(lasting(get))
  })
})

test('HEAD is answered even when it comes with a body', async () => {
  const asked = request(`${app.origin()}/auth`, { headers: { 'content-length': 5 }, method: 'HEAD' })
  asked.end('hello')
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(200)
})

describe('a page', () => {
  const visits = PAGES.filter(([, , status]) => status === 200)

  test.each(
    visits.flatMap(([path, headers]) => ['POST', 'PUT', 'DELETE', 'OPTIONS'].map(method => ({ headers, method, path })))
  )('answers 405 to $method $path, and says what it takes', async ({ headers, method, path }) => {
    const answer = await app.fetch(path, { headers, method })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(await answer.text()).toBe(methodNotAllowed)
  })

  test('that takes no such method says so to a stranger too, before it leads him to the sign-in', async () => {
    expect((await app.fetch('/my-bookings', { method: 'POST' })).status).toBe(405)
  })

  test('that is none stays one: 404 to whatever is asked of it', async () => {
    expect((await app.fetch('/nowhere', { method: 'POST' })).status).toBe(404)
  })

  test.each(['/offline/', '/offline/my-bookings/'])('that lies ready takes no other method either: %s', async path => {
    expect((await app.fetch(path, { method: 'POST' })).status).toBe(405)
  })
})

describe('the API', () => {
  test.each([
    ['an answer', '/api/properties', 'GET', 200],
    ['a refusal', '/api/profile', 'GET', 401],
    ['an input that is wrong', '/api/auth/signin', 'POST', 422],
    ['a method that a path does not have', '/api/properties', 'DELETE', 405],
    ['a path that is none', '/api/nowhere', 'GET', 404],
    ['no path at all', '/api', 'GET', 404],
    ['a picture that is none', '/api/images/none', 'GET', 404]
  ])('lets nothing of it be stored, framed, guessed at or run: %s', async (_, path, method, status) => {
    const answer = await app.fetch(path, { method })
    expect(answer.status).toBe(status)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff'
    })
  })
})

test('a redirect is told the same', async () => {
  const answer = await app.fetch('/my-bookings')
  expect(answer.status).toBe(302)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff'
  })
})

describe('a file', () => {
  const [script = '', ...others] = globSync('dist/client/_astro/*.js').map(path => path.replace('dist/client', ''))

  test('that has its content in its name is kept for good', async () => {
    expect(others.length).toBeGreaterThan(20)
    const file = await app.fetch(script)
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  test.each([
    ['a script', script],
    ['the icon', '/icon.svg']
  ])('comes with what the Worker says elsewhere: %s', async (_, path) => {
    const file = await app.fetch(path)
    expect(file.status).toBe(200)
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy': permissionsPolicy(ALONE),
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff'
    })
    expect(sourcesOf(policyOf(file), 'frame-ancestors')).toEqual(["'none'"])
  })
})

test('a page that lies ready carries the hashes of what stands in it, and nobody frames it', async () => {
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

describe('the build', () => {
  const has = (words: string) => (path: string) => readFileSync(path, 'utf8').includes(words)

  test('that is tested is the one that is deployed, with nothing in it for developers', () => {
    expect(globSync('dist/client/_astro/*.js').filter(has('React DevTools'))).toEqual([])
  })

  test('brings no styles into a page by script, for its policy would refuse them', () => {
    expect(globSync('dist/client/_astro/*.js').filter(has('[data-sonner-toaster]'))).toEqual([])
  })
})

describe('a Worker that is set up for partners', () => {
  const secrets = { PAYMENT_PROVIDER: 'razorpay', PUBLIC_FIREBASE_STORAGE_BUCKET: 'b' }
  const harness = createTestHarness({ workers: [{ configPath: './dist/server/wrangler.json', secrets }] })
  beforeAll(async () => {
    await harness.listen()
  })
  afterAll(() => harness.close())
  const page = (path: string, headers: Record<string, string> = {}) =>
    harness.fetch(path, { headers, redirect: 'manual' } as never) as unknown as Promise<Response>

  test("lets a page talk to the cloud's host", async () => {
    const policy = policyOf(await page('/auth'))
    expect(sourcesOf(policy, 'connect-src')).toContain('https://firebasestorage.googleapis.com')
  })

  test.each(['/booking/any', '/my-bookings', '/my-bookings/'])(
    "lets a page that pays talk to the card provider's hosts: %s",
    async path => {
      const { headers } = await page(path, RIDER)
      for (const directive of ['script-src', 'connect-src', 'frame-src'])
        expect(sourcesOf(headers.get('content-security-policy'), directive)).toContain('https://*.razorpay.com')
      expect(headers.get('permissions-policy')).toContain('"https://api.razorpay.com"')
    }
  )

  test.each(PAGES.filter(([path]) => !/booking/.test(path)).map(([path, headers]) => [path, headers] as const))(
    'lets no other page do so: %s',
    async (path, headers) => {
      const told = (await page(path, headers)).headers
      expect(told.get('content-security-policy')).not.toMatch(/razorpay|unsafe-inline/)
      expect(told.get('permissions-policy')).toContain('payment=()')
    }
  )
})
