import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { app, startApp } from '#tests/helpers/servers/app.ts'
import { openApi } from '../../../scripts/build/openapi/document.ts'

startApp()

test('GET /api/openapi.json returns the contract as OpenAPI to everybody', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const reply = await app.fetch('/api/openapi.json')
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(await reply.json()).toEqual(JSON.parse(JSON.stringify(await openApi(version))))
})
