import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, signedInAdmin } from '#tests/helpers/data/people.ts'
import { insertProperty } from '#tests/helpers/data/things.ts'
import { app, startApp } from '#tests/helpers/servers/app.ts'
import { startRazorpay } from '#tests/razorpay/server.ts'
import { PROVIDER_KEYS } from '#tests/second-backend/keys.ts'
import { ADMIN } from '#tests/second-backend/seed.ts'
import { startSecondBackend } from '#tests/second-backend/server.ts'
import { ConformanceClient } from '../../../scripts/tools/conformance/caller.ts'
import type { CheckResult } from '../../../scripts/tools/conformance/protocol.ts'
import { runConformance } from '../../../scripts/tools/conformance/run.ts'
import { payInSandbox } from '../../../scripts/tools/conformance/sandbox.ts'
import type { ConformanceOptions } from '../../../scripts/tools/conformance/stage.ts'

startApp()

const PROMISES = 40

const silently = () => undefined
const broken = (lines: readonly CheckResult[]) => lines.filter(({ result }) => result !== 'ok')

type Razorpay = Awaited<ReturnType<typeof startRazorpay>>

let provider: Razorpay
let second: Server

const portOf = (server: Server) => (server.address() as AddressInfo).port
const addressOf = (server: Server) => `http://localhost:${portOf(server)}`

const atSecond = (): ConformanceOptions => ({
  admin: ADMIN,
  migratesPins: true,
  pay: async order_id => provider.bank.pay(order_id)
})

beforeAll(async () => {
  provider = await startRazorpay(PROVIDER_KEYS)
  second = await startSecondBackend({ port: 0, provider: provider.origin, site: 'http://site.example.test' })
})
afterAll(async () => {
  second.close()
  await provider.close()
})

describe('the embedded backend', () => {
  test('passes every check of the specification, and keeps no test data but the accounts', async () => {
    await insertProperty()
    const { email } = await signedInAdmin()
    const caller = new ConformanceClient(app.origin())
    const pay = (order_id: string, token: string) => payInSandbox(caller, order_id, token)
    const { leftovers, report } = await runConformance(
      app.origin(),
      { admin: { email, password: PASSWORD }, migratesPins: true, pay },
      silently
    )
    expect(broken(report.lines)).toEqual([])
    expect(report.count('ok')).toBeGreaterThan(PROMISES)
    expect(leftovers.filter(what => !what.startsWith('the account'))).toEqual([])
  })
})

describe('an independent backend', () => {
  test('passes every check of the specification', async () => {
    const { leftovers, report } = await runConformance(addressOf(second), atSecond(), silently)
    expect(broken(report.lines)).toEqual([])
    expect(leftovers.filter(what => !what.startsWith('the account'))).toEqual([])
  })
})

interface Told {
  answer: Record<string, unknown>
  headers: Headers
  status: number
}

interface Lie {
  /** The call to change, as 'POST /bookings/hourly'. */
  about: RegExp
  /** Changes the response. */
  tell?: (told: Told) => Told
  /** Changes the request. */
  hear?: (path: string) => string
}

/** A proxy that passes everything to the other backend and applies the change. */
async function liar({ about, hear = path => path, tell = told => told }: Lie): Promise<Server> {
  const server = createServer(async (request, response) => {
    const { headers, method = 'GET', url = '/' } = request
    const isIt = about.test(`${method} ${url.replace(/^\/api/, '')}`)
    const body = await buffer(request)
    const { authorization = '', 'content-type': type = '' } = headers
    const reply = await fetch(addressOf(second) + (isIt ? hear(url) : url), {
      headers: { authorization, 'content-type': type },
      method,
      ...(body.length > 0 && { body: new Uint8Array(body) })
    })
    const truth = { answer: await reply.json(), headers: reply.headers, status: reply.status }
    const told = isIt ? tell(truth) : truth
    const names = ['content-type', 'x-conflict-end', 'x-conflict-start']
    const kept = names.flatMap(name => (told.headers.has(name) ? [[name, told.headers.get(name)]] : []))
    response.writeHead(told.status, Object.fromEntries(kept)).end(JSON.stringify(told.answer))
  })
  await new Promise<void>(resolve => server.listen(0, resolve))
  return server
}

const without =
  (name: string) =>
  ({ headers, ...told }: Told): Told => {
    const left = new Headers(headers)
    left.delete(name)
    return { ...told, headers: left }
  }

const whenRefused =
  (answer: Record<string, unknown>) =>
  (told: Told): Told =>
    told.status < 400 ? told : { ...told, answer, status: 200 }

const withFields =
  (fields: Record<string, unknown>) =>
  (told: Told): Told => ({ ...told, answer: { ...told.answer, ...fields } })

const inEach =
  (fields: Record<string, unknown>) =>
  ({ answer, ...told }: Told): Told => ({
    ...told,
    answer: (answer as unknown as object[]).map(row => ({ ...row, ...fields })) as never
  })

describe('a backend that breaks the specification', () => {
  test.each<[string, Lie, string[]]>([
    [
      'omits the window of a conflict',
      { about: /^POST \/bookings\/hourly$/, tell: without('x-conflict-start') },
      ["POST /bookings/hourly for another's time answers 400 with his window in two headers"]
    ],
    [
      'sends the amount in rupees',
      { about: /^POST \/bookings\/hourly$/, tell: withFields({ amount: 77 }) },
      [
        'POST /bookings/hourly answers an order in paise, at the hourly rate',
        "POST /bookings/hourly with a plan answers an order over the plan's cost, in paise"
      ]
    ],
    [
      'accepts any password',
      { about: /^POST \/auth\/signin$/, tell: whenRefused({ access_token: 'of anybody' }) },
      ['POST /auth/signin refuses a wrong password, and says why in a sentence']
    ],
    [
      'shows the PIN before the payment',
      { about: /^GET \/my-bookings$/, tell: inEach({ otp_pin: '482915' }) },
      ['GET /my-bookings has the unpaid booking as Pending, without a PIN']
    ],
    [
      'shows the admin figures to everybody',
      { about: /^GET \/admin\/stats$/, tell: whenRefused({}) },
      ['GET /admin/stats is for admins: 401 to nobody, 401 or 403 to a rider']
    ],
    [
      'offers every plan on every day',
      { about: /^GET \/properties\/\d+\/pricing-plans/, hear: path => path.replace(/\?.*/, '') },
      ['GET /properties/{property_id}/pricing-plans?booking_date= has the plans of that day']
    ],
    [
      'accepts a forged payment',
      { about: /^POST \/bookings\/payment-success$/, tell: whenRefused({}) },
      ['POST /bookings/payment-success with a forged signature is refused, and pays nothing']
    ],
    [
      'loses a field of the profile',
      { about: /^GET \/profile$/, tell: withFields({ phone: '' }) },
      ['GET /profile answers what was signed up with']
    ]
  ])('fails only the checks concerned when it %s', async (_, lie, promises) => {
    const server = await liar(lie)
    const { report } = await runConformance(addressOf(server), atSecond(), silently)
    server.close()
    expect(broken(report.lines).map(({ check, result }) => `${result} ${check}`)).toEqual(
      promises.map(promise => `FAIL ${promise}`)
    )
  })

  test('fails every check and passes none when it is down', async () => {
    const nobody = 'http://localhost:9'
    const { report } = await runConformance(nobody, atSecond(), silently)
    expect(report.count('ok')).toBe(0)
    expect(report.count('FAIL')).toBeGreaterThan(0)
  })
})

describe('a backend without a known admin', () => {
  test('is checked in the calls of a rider, and the report names what the other checks need', async () => {
    const said: string[] = []
    const pay = async () => null
    const { report } = await runConformance(addressOf(second), { pay }, line => said.push(line))
    expect(report.lines.filter(({ result }) => result === 'FAIL')).toEqual([])
    expect(said).toContain(
      '–     POST /admin/properties makes a property that admins and riders are told of (not tried: needs --admin)'
    )
    expect(said).toContain('ok    POST /bookings/hourly answers an order in paise, at the hourly rate')
  })
})
