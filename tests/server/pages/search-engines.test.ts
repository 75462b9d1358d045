import { describe, expect, test } from 'vitest'
import { BRAND_NAME, BRAND_SLOGAN, SHARE_PICTURE } from '#domain/brand/brand.ts'
import { SECURITY_TXT_DAYS } from '#domain/constants.ts'
import { DAY_MS } from '#domain/time/time-units.ts'
import { app, startApp } from '#tests/helpers/servers/app.ts'

const SITE_URL = 'https://ride.example.com'

const RIDER = { headers: { cookie: 'userType=user' } }
const PREVIEW = /<meta content="([^"]*)" (?:property|name)="((?:og|twitter):[^"]*)">/g

async function previewOf(path: string, init: RequestInit = {}): Promise<Record<string, string>> {
  const html = await (await app.fetch(path, init)).text()
  return Object.fromEntries([...html.matchAll(PREVIEW)].map(([, content = '', name = '']) => [name, content]))
}

describe('with a contact and an address', () => {
  startApp(() => ({ SECURITY_CONTACT: 'security@example.com', SITE_URL }))

  describe('a search engine', () => {
    test.each([
      ['/', {}, null],
      ['/', RIDER, null],
      ['/auth', {}, null],
      ['/auth/', {}, null],
      ['/auth?next=/profile', {}, null],
      ['/terms', {}, null],
      ['/contact', {}, null],
      ['/admin/auth', {}, 'noindex'],
      ['/my-bookings', RIDER, 'noindex'],
      ['/my-bookings', {}, 'noindex'],
      ['/profile', RIDER, 'noindex'],
      ['/auth/forgot', {}, 'noindex'],
      ['/api/properties', {}, 'noindex'],
      ['/api/nowhere', {}, 'noindex'],
      ['/nowhere', {}, 'noindex'],
      ['/outbox', {}, 'noindex'],
      ['/offline/', {}, 'noindex']
    ])('reads of %s with %j: %s', async (path, init, robots) => {
      expect((await app.fetch(path, init)).headers.get('x-robots-tag')).toBe(robots)
    })

    test('reads in robots.txt that only the sign-in page, its files and the pages of the operator are for it', async () => {
      const robots = await app.fetch('/robots.txt')
      expect([robots.status, robots.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/plain/)])
      const lines = (await robots.text()).split('\n').filter(line => /^(?:Dis)?[Aa]llow:/.test(line))
      expect(lines).toEqual(
        expect.arrayContaining(['Allow: /$', 'Allow: /auth$', 'Allow: /terms$', `Allow: ${SHARE_PICTURE}`])
      )
      expect(lines.at(-1)).toBe('Disallow: /')
    })
  })

  describe('a shared link', () => {
    test.each(['/auth', '/admin/auth'])('shows name, slogan and picture of the site in a chat: %s', async path => {
      expect(await previewOf(path)).toEqual({
        'og:description': BRAND_SLOGAN,
        'og:image': `${SITE_URL}${SHARE_PICTURE}`,
        'og:site_name': BRAND_NAME,
        'og:title': BRAND_NAME,
        'og:url': `${SITE_URL}${path}`,
        'twitter:card': 'summary_large_image'
      })
    })

    test('that needs a session shows them after the redirect', async () => {
      const { headers } = await app.fetch('/booking/any')
      expect(await previewOf(headers.get('location') ?? '')).toMatchObject({ 'og:url': `${SITE_URL}/auth` })
    })

    test.each(['/', '/my-bookings', '/profile'])('adds nothing to the pages of a rider: %s', async path => {
      expect(await previewOf(path, RIDER)).toEqual({})
    })

    test('has a picture of its own', async () => {
      const picture = await app.fetch(SHARE_PICTURE)
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    })
  })

  describe('security.txt', () => {
    test('names the contact and is valid for half a year from the request', async () => {
      const answer = await app.fetch('/.well-known/security.txt')
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
      const text = await answer.text()
      expect(text).toMatch(/^Contact: mailto:security@example\.com$/m)
      expect(text).toContain(`Canonical: ${SITE_URL}/.well-known/security.txt`)
      const [, expires = ''] = /^Expires: (.*)$/m.exec(text) ?? []
      const days = (Date.parse(expires) - Date.now()) / DAY_MS
      expect(days).toBeGreaterThan(SECURITY_TXT_DAYS - 1)
      expect(days).toBeLessThanOrEqual(SECURITY_TXT_DAYS)
    })
  })
})

describe('without a contact and an address', () => {
  startApp()

  test('there is no security.txt', async () => {
    expect((await app.fetch('/.well-known/security.txt')).status).toBe(404)
  })

  test('a shared link shows the address of the request', async () => {
    expect(await previewOf('/auth')).toMatchObject({ 'og:url': `${app.origin()}/auth` })
  })
})
