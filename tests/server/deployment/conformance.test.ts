import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRazorpay } from '#tests/fakes/razorpay/server.ts'
import { PROVIDER_KEYS } from '#tests/fakes/second-backend/keys.ts'
import { ADMIN } from '#tests/fakes/second-backend/seed.ts'
import { startSecondBackend } from '#tests/fakes/second-backend/server.ts'
import { PASSWORD, signedInAdmin } from '#tests/helpers/data/people.ts'
import { insertProperty } from '#tests/helpers/data/rows.ts'
import { IS_WHOLE } from '#tests/helpers/hardening.ts'
import { app, startApp } from '#tests/helpers/servers/app.ts'
import { type LocalServer, startLocalServer } from '#tests/helpers/servers/local-server.ts'
import { ConformanceCaller, payInSandbox } from '../../../scripts/tools/conformance/caller.ts'
import type { CheckResult, ConformanceOptions } from '../../../scripts/tools/conformance/context.ts'
import { runConformance } from '../../../scripts/tools/conformance/run.ts'

startApp()

const MIN_CHECKS = 40

const silently = () => undefined
const broken = (lines: readonly CheckResult[]) => lines.filter(({ result }) => result !== 'passed')

type Razorpay = Awaited<ReturnType<typeof startRazorpay>>

let provider: Razorpay
let second: LocalServer

const atSecond = (): ConformanceOptions => ({
  admin: ADMIN,
  migratesPins: true,
  pay: async order_id => provider.bank.pay(order_id)
})

beforeAll(async () => {
  provider = await startRazorpay(PROVIDER_KEYS)
  second = await startSecondBackend({ provider: provider.origin, site: 'http://site.example.test' })
})
afterAll(async () => {
  await second.close()
  await provider.close()
})

describe('the embedded backend', () => {
  test('passes every check of the specification, and keeps no test data but the accounts', async () => {
    await insertProperty()
    const { email } = await signedInAdmin()
    const caller = new ConformanceCaller(app.origin())
    const pay = (order_id: string, token: string) => payInSandbox(caller, order_id, token)
    const { leftovers, report } = await runConformance(
      app.origin(),
      { admin: { email, password: PASSWORD }, migratesPins: true, pay },
      silently
    )
    expect(broken(report.lines)).toEqual([])
    expect(report.count('passed')).toBeGreaterThan(MIN_CHECKS)
    expect(leftovers.filter(leftover => !leftover.startsWith('the account'))).toEqual([])
  })
})

describe('an independent backend', () => {
  test('passes every check of the specification', async () => {
    const { leftovers, report } = await runConformance(second.origin, atSecond(), silently)
    expect(broken(report.lines)).toEqual([])
    expect(leftovers.filter(leftover => !leftover.startsWith('the account'))).toEqual([])
  })
})

interface ProxiedResponse {
  answer: Record<string, unknown> | object[]
  headers: Headers
  status: number
}

interface Deviation {
  /** The call to change, as 'POST /bookings/hourly'. */
  call: RegExp
  /** Changes the response. */
  changeResponse?: (changed: ProxiedResponse) => ProxiedResponse
  /** Changes the request. */
  changePath?: (path: string) => string
}

/** A proxy that passes everything to the other backend and applies the change. */
const startDeviatingBackend = ({ call, changePath = path => path, changeResponse = changed => changed }: Deviation) =>
  startLocalServer(async (request, response) => {
    const { headers, method = 'GET', url = '/' } = request
    const isTarget = call.test(`${method} ${url.replace(/^\/api/, '')}`)
    const body = await buffer(request)
    const { authorization = '', 'content-type': type = '' } = headers
    const reply = await fetch(second.origin + (isTarget ? changePath(url) : url), {
      headers: { authorization, 'content-type': type },
      method,
      ...(body.length > 0 && { body: new Uint8Array(body) })
    })
    const original = { answer: await reply.json(), headers: reply.headers, status: reply.status }
    const changed = isTarget ? changeResponse(original) : original
    const names = ['content-type', 'x-conflict-end', 'x-conflict-start']
    const passedHeaders = names.flatMap(name => (changed.headers.has(name) ? [[name, changed.headers.get(name)]] : []))
    response.writeHead(changed.status, Object.fromEntries(passedHeaders)).end(JSON.stringify(changed.answer))
  })

const without =
  (name: string) =>
  ({ headers, ...changed }: ProxiedResponse): ProxiedResponse => {
    const left = new Headers(headers)
    left.delete(name)
    return { ...changed, headers: left }
  }

const whenRefused =
  (answer: Record<string, unknown>) =>
  (changed: ProxiedResponse): ProxiedResponse =>
    changed.status < 400 ? changed : { ...changed, answer, status: 200 }

const withFields =
  (fields: Record<string, unknown>) =>
  (changed: ProxiedResponse): ProxiedResponse => ({ ...changed, answer: { ...changed.answer, ...fields } })

const inEach =
  (fields: Record<string, unknown>) =>
  ({ answer, ...changed }: ProxiedResponse): ProxiedResponse => ({
    ...changed,
    answer: Array.isArray(answer) ? answer.map(row => ({ ...row, ...fields })) : answer
  })

describe.runIf(IS_WHOLE)('a backend that breaks the specification', () => {
  test.each<[string, Deviation, string[]]>([
    [
      'omits the window of a conflict',
      { call: /^POST \/bookings\/hourly$/, changeResponse: without('x-conflict-start') },
      ['POST /bookings/hourly for a taken time returns 400 with the window in two headers']
    ],
    [
      'sends the amount in rupees',
      { call: /^POST \/bookings\/hourly$/, changeResponse: withFields({ amount: 77 }) },
      [
        'POST /bookings/hourly returns an order in paise, at the hourly rate',
        "POST /bookings/hourly with a plan returns an order for the plan's cost, in paise"
      ]
    ],
    [
      'accepts any password',
      { call: /^POST \/auth\/signin$/, changeResponse: whenRefused({ access_token: 'of anybody' }) },
      ['POST /auth/signin rejects a wrong password with a sentence']
    ],
    [
      'shows the PIN before the payment',
      { call: /^GET \/my-bookings$/, changeResponse: inEach({ otp_pin: '482915' }) },
      ['GET /my-bookings has the unpaid booking as Pending, without a PIN']
    ],
    [
      'shows the admin figures to everybody',
      { call: /^GET \/admin\/stats$/, changeResponse: whenRefused({}) },
      ['GET /admin/stats is for admins: 401 without a token, 401 or 403 for a rider']
    ],
    [
      'offers every plan on every day',
      { call: /^GET \/properties\/\d+\/pricing-plans/, changePath: path => path.replace(/\?.*/, '') },
      ['GET /properties/{property_id}/pricing-plans?booking_date= returns the plans of that day']
    ],
    [
      'accepts a forged payment',
      { call: /^POST \/bookings\/payment-success$/, changeResponse: whenRefused({}) },
      ['POST /bookings/payment-success with a forged signature is rejected and pays nothing']
    ],
    [
      'loses a field of the profile',
      { call: /^GET \/profile$/, changeResponse: withFields({ phone: '' }) },
      ['GET /profile returns the data of the sign-up']
    ]
  ])('fails only the checks concerned when it %s', async (_, deviation, failedChecks) => {
    const { close, origin } = await startDeviatingBackend(deviation)
    const { report } = await runConformance(origin, atSecond(), silently)
    await close()
    expect(broken(report.lines).map(({ check, result }) => `${result} ${check}`)).toEqual(
      failedChecks.map(failedCheck => `failed ${failedCheck}`)
    )
  })

  test('fails every check and passes none when it is down', async () => {
    const nobody = 'http://localhost:9'
    const { report } = await runConformance(nobody, atSecond(), silently)
    expect(report.count('passed')).toBe(0)
    expect(report.count('failed')).toBeGreaterThan(0)
  })
})

describe.runIf(IS_WHOLE)('a backend without a known admin', () => {
  test('is checked in the calls of a rider, and the report names what the other checks need', async () => {
    const output: string[] = []
    const pay = async () => null
    const { report } = await runConformance(second.origin, { pay }, line => output.push(line))
    expect(report.lines.filter(({ result }) => result === 'failed')).toEqual([])
    expect(output).toContain(
      '–     POST /admin/properties creates a property that admins and riders see (skipped: needs --admin)'
    )
    expect(output).toContain('ok    POST /bookings/hourly returns an order in paise, at the hourly rate')
  })
})
