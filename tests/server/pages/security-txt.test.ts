import { expect, test } from 'vitest'
import { app, startApp } from '#tests/helpers/servers/app.ts'

startApp()

test('without a contact there is no security.txt', async () => {
  expect((await app.fetch('/.well-known/security.txt')).status).toBe(404)
})

test('without a known address, a shared link shows the address of the request', async () => {
  const html = await (await app.fetch('/auth')).text()
  expect(html).toContain(`<meta content="${app.origin()}/auth" property="og:url">`)
})
