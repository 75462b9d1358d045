import { describe, expect, test } from 'vitest'
import { API_TIMEOUT_MS, UPLOAD_TIMEOUT_MS } from '#domain/constants.ts'
import { sessionEnded } from '#messages/app-shell.ts'
import { IS_WHOLE } from '#tests/server/hardening/size.ts'
import {
  carriedToasts,
  server,
  shownToasts,
  unhandledRejections,
  visitedUrls,
  waitForTask,
  waitUntil
} from './browser-tab.ts'
import { expectedMessage, FAILURES, type FaultCase, isValidResponse, UNAUTHORISED, WITH_DETAIL } from './faults.ts'

const nameOf = ({ file, endpoint }: FaultCase) => `${file}: ${endpoint.method} ${endpoint.path}`
/** Admins and riders share some calls. */
const isOfPortal = ({ endpoint, file }: FaultCase) =>
  endpoint.access === 'admin' || (endpoint.access === 'account' && file.startsWith('stores/admin/'))
const timeoutOf = ({ isUpload }: FaultCase) => (isUpload ? UPLOAD_TIMEOUT_MS : API_TIMEOUT_MS)
/** Time for the indicator of a following refresh, and one step of the test's clock. */
const MARGIN_MS = 500

const matching = (sentence: RegExp | string) =>
  typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)

/** `npm run harden` tests every failure of every call, `npm test` a refusal of every call and one more each. */
export function testFaults(rows: readonly FaultCase[]): void {
  describe.each(rows.map((row, index) => [nameOf(row), row, index] as const))('%s', (_, row, index) => {
    const { endpoint, error, messageAfter401, otherMessages = [] } = row
    const isChosen = (position: number) => IS_WHOLE || position === index % (FAILURES.length + 2)
    const failures = FAILURES.filter(
      (failure, position) => (isChosen(position) || failure === WITH_DETAIL) && !isValidResponse(endpoint, failure)
    )

    test.each(failures.map(failure => [failure.name, failure] as const))(
      'that meets %s shows the right message, ends, keeps the input, and works on a retry',
      async (_name, failure) => {
        const screen = await row.open()
        const before = screen.preservedInput?.()
        const startedAt = Date.now()
        server.fail(endpoint, failure.fault)
        await waitForTask(screen.call())
        await waitUntil(() => !screen.isBusy?.())
        expect(Date.now() - startedAt).toBeLessThanOrEqual(timeoutOf(row) + MARGIN_MS)

        const sentence = expectedMessage(row, failure)
        const sentences = [...otherMessages, ...(sentence === null ? [] : [matching(sentence)])]
        expect([...(await shownToasts()), ...carriedToasts(), screen.message?.()].filter(Boolean)).toEqual(sentences)
        expect(carriedToasts()).toHaveLength(error?.isOnNextPage ? 1 : 0)
        expect(screen.preservedInput?.()).toEqual(before)
        expect(unhandledRejections).toEqual([])

        server.clearFaults()
        await waitForTask((screen.retry ?? screen.call)())
        await waitUntil(() => !screen.isBusy?.())
        expect(screen.hasSucceeded()).toBe(true)
        expect(unhandledRejections).toEqual([])
      }
    )

    test.runIf(isChosen(FAILURES.length))('that is slow stays busy without a message', async () => {
      const screen = await row.open()
      server.fail(endpoint, { kind: 'slow' })
      const pending = screen.call()
      await waitUntil(() => server.hasSlowRequests())
      expect(screen.isBusy?.() ?? true).toBe(true)
      server.clearFaults()
      server.release()
      await waitForTask(pending)
      await waitUntil(() => !screen.isBusy?.())
      expect(screen.hasSucceeded()).toBe(true)
      expect(unhandledRejections).toEqual([])
    })

    if (endpoint.access !== 'public' && isChosen(FAILURES.length + 1)) {
      test('that meets 401 ends the session once, with one message', async () => {
        const screen = await row.open()
        const before = screen.preservedInput?.()
        server.fail(endpoint, UNAUTHORISED.fault)
        await waitForTask(screen.call())
        expect(localStorage.getItem('token')).toBeNull()
        expect(carriedToasts()).toEqual(messageAfter401 ? [sessionEnded, messageAfter401] : [sessionEnded])
        expect(await shownToasts()).toEqual(otherMessages)
        expect(visitedUrls).toHaveLength(1)
        expect(visitedUrls[0]).toMatch(isOfPortal(row) ? /^\/admin\/auth$/ : /^\/auth(\?next=|$)/)
        expect(screen.preservedInput?.()).toEqual(before)
        expect(unhandledRejections).toEqual([])
      })
    }
  })
}
