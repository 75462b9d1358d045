import { expect, vi } from 'vitest'
import type { Call } from '#tests/fakes/razorpay/faults.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { bank, faults, storedRefunds } from '#tests/model/harness/harness.ts'
import type { SampleBooking } from '#tests/model/harness/sample-bookings.ts'
import * as samples from '#tests/model/harness/sample-bookings.ts'

// Refunds of a cancelled ride, for the tests of this folder.

/** Delivers the provider's events. */
export const flush = () => bank().webhooks.flush(calls.receiveWebhook)

/** Runs `meanwhile` once, after the provider has created a refund and before the server reads its answer. */
export function duringRefund(meanwhile: () => Promise<void>): void {
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (url: string, options: RequestInit) => {
    const answer = await fetch(url, options)
    if (!url.endsWith('/refund')) return answer
    vi.stubGlobal('fetch', fetch)
    await meanwhile()
    return answer
  })
}

export const refundsAt = (sample: SampleBooking) => bank().refundsOf(samples.paymentIn(sample).id)

export const newestOf = (sample: SampleBooking) => refundsAt(sample).at(-1)?.id ?? ''

/** A refund that is pending at the provider. */
export async function sent(): Promise<SampleBooking> {
  const sample = await samples.cancelledSample()
  await samples.checkedCronAfter(1)
  expect(storedRefunds()).toMatchObject([{ refund_id: newestOf(sample), status: 'sent' }])
  return sample
}

/** A refund that the provider failed, and that an admin has made due again. */
export async function sentAgain(): Promise<SampleBooking> {
  const sample = await sent()
  bank().failRefund(newestOf(sample))
  await flush()
  expect(storedRefunds()).toMatchObject([{ status: 'review' }])
  expect(await calls.sendRefundAgain(samples.paymentIn(sample).id, 50)).toMatchObject({ status: 200 })
  return sample
}

/** The minutes of the next `minutes` in which the cron makes this call. */
export async function minutesWithCalls(call: Call, minutes: number): Promise<number[]> {
  const found: number[] = []
  for (let minute = 1; minute <= minutes; minute += 1) {
    const before = faults().requestsOf(call).length
    await samples.checkedCronAfter(1)
    if (faults().requestsOf(call).length > before) found.push(minute)
  }
  return found
}
