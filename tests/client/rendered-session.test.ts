// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { expect, test } from 'vitest'
import { $token } from '#client/session/token.ts'

// The script in the head of every page. It imports nothing, so it names the key of the token itself.

const [, script = ''] = /<script is:inline>(.*?)<\/script>/s.exec(readFileSync('src/layouts/base.astro', 'utf8')) ?? []

function isHiddenFor(session: string): boolean {
  document.documentElement.dataset.session = session
  document.documentElement.style.visibility = ''
  runInThisContext(script)
  return document.documentElement.style.visibility === 'hidden'
}

test('a page is hidden if it was rendered for another session than that of the stored token', () => {
  $token.set('header.claims.signature')
  expect([isHiddenFor('claims'), isHiddenFor('others'), isHiddenFor('')]).toEqual([false, true, true])
})
