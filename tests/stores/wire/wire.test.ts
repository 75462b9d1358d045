// @vitest-environment jsdom
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { signInAdmin } from '#contract/auth/sign-in.ts'
import { wrongCredentials } from '#messages/account/auth.ts'
import { rows as booking } from './booking.ts'
import { openPage, server, setUpBrowserTab, visitedUrls, waitForTask } from './browser-tab.ts'
import type { FaultCase } from './faults.ts'
import { rows as home } from './home.ts'
import { rows as mine } from './my-bookings.ts'
import { bookingRows } from './portal/bookings.ts'
import { catalogueRows } from './portal/catalogue.ts'
import { formCaseRows } from './portal/forms.ts'
import { listRows } from './portal/lists.ts'
import { paymentRows } from './portal/payments.ts'
import { riderRows } from './portal/riders.ts'
import { rows as signingIn } from './signing-in.ts'
import { testFaults } from './table.ts'

// Every call of the screens, with every failure on the way.

const PORTAL = [...listRows, ...formCaseRows, ...catalogueRows, ...riderRows, ...bookingRows, ...paymentRows]
const ROWS: readonly FaultCase[] = [...signingIn, ...home, ...booking, ...mine, ...PORTAL]

setUpBrowserTab()

testFaults(ROWS)

describe('a rejected password', () => {
  test('does not end a session, because a rider may try to sign in as admin', async () => {
    openPage('/admin/auth', 'rider')
    server.answer(signInAdmin, { access_token: 'admins-token' })
    server.fail(signInAdmin, { body: { detail: wrongCredentials }, kind: 'answers', status: 401 })
    const { call } = await import('#client/http/api.ts')
    await import('#stores/session/session.ts')
    const refusal = call(signInAdmin, { body: { email: 'a@demo.test', password: 'x' } }).catch((error: Error) => error)
    await waitForTask(refusal)
    expect(await refusal).toMatchObject({ endedSession: false, message: wrongCredentials })
    expect(localStorage.getItem('token')).toBe('riders-token')
    expect(visitedUrls).toEqual([])
  })
})

// Revoking a token needs nothing of `call`, so it uses plain `fetch`.
const CALL = /\b(?:call(?:Page)?\(|fetch\(API_BASE \+ )(?:contract\.)?(\w+)/g
const contract = Object.assign(
  {},
  ...Object.values(import.meta.glob('/src/contract/**/*.ts', { eager: true }))
) as Record<string, FaultCase['endpoint'] | undefined>

function callsIn(file: string) {
  return [...readFileSync(`src/${file}`, 'utf8').matchAll(CALL)].map(([, name]) => contract[name ?? ''])
}

const files = globSync('{client,stores}/**/*.ts', { cwd: 'src' }).sort()

describe('the table', () => {
  test.each(files.filter(file => file !== 'client/http/api.ts'))('contains every call of %s', file => {
    const tested = ROWS.filter(row => row.file === file).map(({ endpoint }) => endpoint)
    expect(new Set(tested)).toEqual(new Set(callsIn(file)))
  })
})
