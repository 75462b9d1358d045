// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { signInAdmin } from '#contract/auth/sign-in.ts'
import { API_TIMEOUT_MS, UPLOAD_STALL_MS } from '#domain/constants.ts'
import * as authText from '#messages/account/auth.ts'
import * as appShellText from '#messages/app-shell.ts'
import { IS_WHOLE } from '#tests/helpers/hardening.ts'
import { errorFault } from '#tests/helpers/servers/fault-server.ts'
import {
  carriedToasts,
  openPage,
  server,
  setUpBrowserTab,
  shownToasts,
  unhandledRejections,
  visitedUrls,
  waitForTask,
  waitUntil
} from '#tests/stores/browser-tab.ts'
import { rows as booking } from './booking.ts'
import { expectedMessage, FAILURES, type FaultCase, isValidResponse, UNAUTHORISED, WITH_DETAIL } from './faults.ts'
import { rows as mine } from './my-bookings.ts'
import { rows as portal } from './portal.ts'

// One call of each kind that screens make, with every failure on the way.

const ROWS: readonly FaultCase[] = [...booking, ...mine, ...portal]

setUpBrowserTab()

const nameOf = ({ file, endpoint }: FaultCase) => `${file}: ${endpoint.method} ${endpoint.path}`
const isOfPortal = ({ endpoint }: FaultCase) => endpoint.access === 'admin'
const timeoutOf = ({ isUpload }: FaultCase) => (isUpload ? UPLOAD_STALL_MS : API_TIMEOUT_MS)
/** Time for the indicator of a following refresh, and steps of the test's clock: until an answer begins, and one. */
const MARGIN_MS = 600

const matching = (sentence: RegExp | string) =>
  typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)

/** `npm run harden` tests every failure of every call, `npm test` a refusal of every call and one more each. */
describe.each(ROWS.map((row, index) => [nameOf(row), row, index] as const))('%s', (_, row, index) => {
  const { endpoint, error, messageAfter401 } = row
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
      const sentences = sentence === null ? [] : [matching(sentence)]
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
      expect(carriedToasts()).toEqual(
        messageAfter401 ? [appShellText.sessionEnded, messageAfter401] : [appShellText.sessionEnded]
      )
      expect(await shownToasts()).toEqual([])
      expect(visitedUrls).toHaveLength(1)
      expect(visitedUrls[0]).toMatch(isOfPortal(row) ? /^\/admin\/auth$/ : /^\/auth(\?next=|$)/)
      expect(screen.preservedInput?.()).toEqual(before)
      expect(unhandledRejections).toEqual([])
    })
  }
})

describe('a rejected password', () => {
  test('does not end a session, because a rider may try to sign in as admin', async () => {
    openPage('/admin/auth', 'rider')
    server.answer(signInAdmin, { access_token: 'admins-token' })
    server.fail(signInAdmin, errorFault(authText.wrongCredentials, 401))
    const { call } = await import('#client/http/api.ts')
    await import('#stores/session/session.ts')
    const refusal = call(signInAdmin, { body: { email: 'a@demo.test', password: 'x' } }).catch((error: Error) => error)
    await waitForTask(refusal)
    expect(await refusal).toMatchObject({ endedSession: false, message: authText.wrongCredentials })
    expect(localStorage.getItem('token')).toBe('user-token')
    expect(visitedUrls).toEqual([])
  })
})
