// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { signInAdmin } from '#contract/auth.ts'
import { API_TIMEOUT_MS, UPLOAD_TIMEOUT_MS } from '#domain/constants.ts'
import { wrongCredentials } from '#messages/auth.ts'
import { sessionEnded } from '#messages/common.ts'
import { rows as booking } from './booking.ts'
import { FAILURES, isAnswer, sentenceOf, UNAUTHORISED } from './faults.ts'
import { rows as home } from './home.ts'
import { rows as mine } from './my-bookings.ts'
import type { Row } from './row.ts'
import {
  carried,
  clearTheScene,
  openPage,
  places,
  said,
  server,
  setTheScene,
  settled,
  unminded,
  until
} from './scene.ts'
import { rows as signingIn } from './signing-in.ts'

// Every call that a rider's screens make, with everything that can go wrong on its way.

const ROWS: readonly Row[] = [...signingIn, ...home, ...booking, ...mine]
const nameOf = ({ by, endpoint }: Row) => `${by}: ${endpoint.method} ${endpoint.path}`
const patienceOf = ({ by }: Row) => (by === 'client/licence-photos.ts' ? UPLOAD_TIMEOUT_MS : API_TIMEOUT_MS)
/** The indicator of a refresh that follows, and a step of the test's own. */
const MARGIN_MS = 500

beforeEach(setTheScene)
afterEach(clearTheScene)

const like = (sentence: RegExp | string) => (typeof sentence === 'string' ? sentence : expect.stringMatching(sentence))

describe.each(ROWS.map(row => [nameOf(row), row] as const))('%s', (_, row) => {
  const { endpoint, says, says_after_401, says_anyway = [] } = row

  test.each(FAILURES.filter(failure => !isAnswer(endpoint, failure)).map(failure => [failure.name, failure] as const))(
    'that meets %s is told rightly, ends, keeps what was typed, and works when tried again',
    async (_name, failure) => {
      const screen = await row.open()
      const kept = screen.kept?.()
      const begun = Date.now()
      server.fail(endpoint, failure.fault)
      await settled(screen.ask())
      await until(() => !screen.isBusy?.())
      expect(Date.now() - begun).toBeLessThanOrEqual(patienceOf(row) + MARGIN_MS)

      const sentence = sentenceOf(row, failure)
      const sentences = [...says_anyway, ...(sentence === null ? [] : [like(sentence)])]
      expect([...(await said()), ...carried(), screen.tells?.()].filter(Boolean)).toEqual(sentences)
      expect(carried()).toHaveLength(says?.after_leaving ? 1 : 0)
      expect(screen.kept?.()).toEqual(kept)
      expect(unminded).toEqual([])

      server.mend()
      await settled((screen.again ?? screen.ask)())
      await until(() => !screen.isBusy?.())
      expect(screen.hasWorked()).toBe(true)
      expect(unminded).toEqual([])
    }
  )

  test('that is slow is waited for, without a word', async () => {
    const screen = await row.open()
    server.fail(endpoint, { kind: 'slow' })
    const asking = screen.ask()
    await until(() => server.isWaitedFor())
    expect(screen.isBusy?.() ?? true).toBe(true)
    server.mend()
    server.release()
    await settled(asking)
    await until(() => !screen.isBusy?.())
    expect(screen.hasWorked()).toBe(true)
    expect(unminded).toEqual([])
  })

  if (endpoint.access === 'rider') {
    test('that meets 401 ends the session once, with one sentence', async () => {
      const screen = await row.open()
      const kept = screen.kept?.()
      server.fail(endpoint, UNAUTHORISED.fault)
      await settled(screen.ask())
      expect(localStorage.getItem('token')).toBeNull()
      expect(carried()).toEqual(says_after_401 ? [sessionEnded, says_after_401] : [sessionEnded])
      expect(await said()).toEqual(says_anyway)
      expect(places).toHaveLength(1)
      expect(places[0]).toMatch(/^\/auth(\?next=|$)/)
      expect(screen.kept?.()).toEqual(kept)
      expect(unminded).toEqual([])
    })
  }
})

describe('a password refused', () => {
  test('ends no session: a rider may try to sign in as admin', async () => {
    openPage('/admin/auth', 'rider')
    server.answer(signInAdmin, { access_token: 'admins-token' })
    server.fail(signInAdmin, { body: { detail: wrongCredentials }, kind: 'answers', status: 401 })
    const { call } = await import('#client/api.ts')
    await import('#stores/session.ts')
    const refusal = call(signInAdmin, { body: { email: 'a@demo.test', password: 'x' } }).catch((error: Error) => error)
    await settled(refusal)
    expect(await refusal).toMatchObject({ ended_session: false, sentence: wrongCredentials })
    expect(localStorage.getItem('token')).toBe('riders-token')
    expect(places).toEqual([])
  })
})

const CALL = /\bcall\((\w+)/g
const contract = Object.assign({}, ...Object.values(import.meta.glob('/src/contract/*.ts', { eager: true }))) as Record<
  string,
  Row['endpoint'] | undefined
>

function callsIn(file: string) {
  const named = [...readFileSync(`src/${file}`, 'utf8').matchAll(CALL)].map(([, name]) => contract[name ?? ''])
  // What the portal does once an admin is in it is not a rider's affair.
  return named.filter(endpoint => endpoint?.access !== 'admin')
}

const here = (folder: string) => readdirSync(`src/${folder}`).map(file => `${folder}/${file}`)
const files = ['client', 'stores', 'stores/admin'].flatMap(here)

describe('the table', () => {
  test.each(files.filter(file => file.endsWith('.ts') && file !== 'client/api.ts'))('has every call of %s', file => {
    const told = ROWS.filter(({ by }) => by === file).map(({ endpoint }) => endpoint)
    expect(new Set(told)).toEqual(new Set(callsIn(file)))
  })
})
