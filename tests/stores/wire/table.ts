import { describe, expect, test } from 'vitest'
import { API_TIMEOUT_MS, UPLOAD_TIMEOUT_MS } from '#domain/constants.ts'
import { sessionEnded } from '#messages/common.ts'
import { FAILURES, isAnswer, sentenceOf, UNAUTHORISED } from './faults.ts'
import type { Row } from './row.ts'
import { carried, places, said, server, settled, unminded, until } from './scene.ts'

const nameOf = ({ by, endpoint }: Row) => `${by}: ${endpoint.method} ${endpoint.path}`
const patienceOf = ({ carries_file }: Row) => (carries_file ? UPLOAD_TIMEOUT_MS : API_TIMEOUT_MS)
/** The indicator of a refresh that follows, and a step of the test's own. */
const MARGIN_MS = 500

const like = (sentence: RegExp | string) => (typeof sentence === 'string' ? sentence : expect.stringMatching(sentence))

/** For each call everything that can go wrong, and what has to come of it. */
export function tellFaults(rows: readonly Row[]): void {
  describe.each(rows.map(row => [nameOf(row), row] as const))('%s', (_, row) => {
    const { endpoint, says, says_after_401, says_anyway = [] } = row

    test.each(
      FAILURES.filter(failure => !isAnswer(endpoint, failure)).map(failure => [failure.name, failure] as const)
    )(
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

    if (endpoint.access !== 'public') {
      test('that meets 401 ends the session once, with one sentence', async () => {
        const screen = await row.open()
        const kept = screen.kept?.()
        server.fail(endpoint, UNAUTHORISED.fault)
        await settled(screen.ask())
        expect(localStorage.getItem('token')).toBeNull()
        expect(carried()).toEqual(says_after_401 ? [sessionEnded, says_after_401] : [sessionEnded])
        expect(await said()).toEqual(says_anyway)
        expect(places).toHaveLength(1)
        expect(places[0]).toMatch(endpoint.access === 'admin' ? /^\/admin\/auth$/ : /^\/auth(\?next=|$)/)
        expect(screen.kept?.()).toEqual(kept)
        expect(unminded).toEqual([])
      })
    }
  })
}
