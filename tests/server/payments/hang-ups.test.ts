import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { app } from '#tests/helpers/servers/app.ts'
import { razorpayServer } from '#tests/helpers/servers/provider.ts'
import {
  afterMinutes,
  anotherRider,
  type HeldBooking,
  holdScooter,
  paidAtBank,
  paymentProof,
  paymentsOf,
  refundsOf,
  reportPayment,
  setUpPaymentTests,
  storedBooking
} from './sample-bookings.ts'

setUpPaymentTests()

const MOMENTS_MS = Array.from({ length: 7 }, (_, moment) => 2 * moment)
const PATH = '/api/bookings/payment-success'

async function paidByAnother() {
  const booking = await holdScooter(await anotherRider())
  return { booking, receipt: paidAtBank(booking) }
}
type Paid = Awaited<ReturnType<typeof paidByAnother>>

function formOf({ booking, receipt }: Paid) {
  const body = new URLSearchParams(paymentProof(booking, receipt).body)
  const authorization = `Bearer ${booking.rider.token}`
  return { body, headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' } }
}

/** Reports the payment and disconnects when the signal fires. */
const reportUntil = (paid: Paid, signal: AbortSignal) =>
  fetch(`${app.origin()}${PATH}`, { method: 'POST', ...formOf(paid), signal }).catch(() => null)

/** Disconnects while the form is sent. */
async function reportHalf(paid: Paid): Promise<void> {
  const { hostname, port } = new URL(app.origin())
  const { body, headers } = formOf(paid)
  const lines = Object.entries({ ...headers, 'content-length': body.toString().length, host: hostname })
  const head = [`POST ${PATH} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)].join('\r\n')
  const socket = connect(Number(port), hostname)
  await new Promise<void>(resolve => socket.write(`${head}\r\n\r\n${body.toString().slice(0, 40)}`, () => resolve()))
  socket.destroy()
}

/** Disconnects during the call to the provider. */
async function reportDuringFetch(paid: Paid): Promise<void> {
  const leaving = new AbortController()
  razorpayServer().faults.fail('fetchPayment', 'slow', 1)
  const report = reportUntil(paid, leaving.signal)
  await expect.poll(() => razorpayServer().faults.isWaitedFor()).toBe(true)
  leaving.abort()
  await report
  razorpayServer().faults.release()
}

const isDone = async (booking: HeldBooking) => (await storedBooking(booking)).state

test('a payer who disconnects at any moment of the verification has the ride after the next cron at the latest', async () => {
  const all: Paid[] = []
  const another = async () => {
    const paid = await paidByAnother()
    all.push(paid)
    return paid
  }
  for (const moment of MOMENTS_MS) await reportUntil(await another(), AbortSignal.timeout(moment))
  await reportHalf(await another())
  await reportDuringFetch(await another())
  await reportUntil(await another(), AbortSignal.abort())
  expect(all).toHaveLength(MOMENTS_MS.length + 3)
  await afterMinutes(1)
  expect(await Promise.all(all.map(({ booking }) => isDone(booking)))).toEqual(all.map(() => 'confirmed'))
  for (const { booking, receipt } of all) {
    expect(await reportPayment(booking, receipt)).toMatchObject({ payment_status: 'Completed', success: true })
    expect([await paymentsOf(booking), await refundsOf(booking)]).toEqual([[expect.anything()], []])
  }
})

test('a payer who disconnects during the call to the provider has the ride without the cron', async () => {
  const paid = await paidByAnother()
  await reportDuringFetch(paid)
  await expect.poll(() => isDone(paid.booking)).toBe('confirmed')
})
