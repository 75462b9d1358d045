import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { OPERATOR, placeholders } from '#domain/operator.ts'
import * as legalLinksText from '#messages/legal/legal-links.ts'
import * as legalPageText from '#messages/legal/legal-page.ts'
import { app, startApp } from '#tests/helpers/servers/app.ts'

const HTML_MAX_BYTES = 8000

const htmlOf = async (path: string) => (await app.fetch(path)).text()

describe("the operator's pages", () => {
  startApp()

  test.each(legalLinksText.LEGAL_LINKS)('$path is small, has no script, and leads to the others', async ({ path }) => {
    const html = await htmlOf(path)
    expect(html).not.toMatch(/<script|<astro-island|<noscript/)
    expect(brotliCompressSync(html).length).toBeLessThanOrEqual(HTML_MAX_BYTES)
    for (const link of legalLinksText.LEGAL_LINKS) expect(html).toContain(`href="${link.path}"`)
    expect(html.includes(legalPageText.templateNotice)).toBe(placeholders(OPERATOR).length > 0)
  })

  test.each(['/auth', '/admin/auth', '/profile'])('are linked from %s', async path => {
    const html = await (
      await app.fetch(path, { headers: path === '/profile' ? { cookie: 'userType=user' } : {} })
    ).text()
    for (const link of legalLinksText.LEGAL_LINKS) expect(html).toContain(`href="${link.path}"`)
  })

  test('name no service that gets no data', async () => {
    const html = await htmlOf('/privacy')
    expect(html).not.toMatch(/Resend|push service|Google Cloud/)
    expect(html).toContain('before you send it')
  })
})

describe('the privacy notice of an installation with more services', () => {
  startApp(() => ({
    MAIL_FROM: 'rides@example.com',
    MAIL_PROVIDER: 'resend',
    PUBLIC_FIREBASE_STORAGE_BUCKET: 'rides.example.com',
    RESEND_API_KEY: 're_of_nobody',
    SITE_URL: 'https://ride.example.com',
    VAPID_PRIVATE_KEY: 'p'.repeat(43),
    VAPID_PUBLIC_KEY: `B${'u'.repeat(86)}`
  }))

  test('names them', async () => {
    const html = await htmlOf('/privacy')
    for (const service of ['Resend', 'push service', 'Google Cloud']) expect(html).toContain(service)
    // The browser sends a licence photo early only to our own storage.
    expect(html).not.toContain('before you send it')
  })
})
