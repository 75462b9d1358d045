import { expect, vi } from 'vitest'
import * as calls from '#tests/model/harness/calls.ts'
import type { Fixture } from '#tests/model/harness/fixtures.ts'
import * as fixtures from '#tests/model/harness/fixtures.ts'
import { bank, faults, storedRefunds } from '#tests/model/harness/harness.ts'
import type { Call } from '#tests/razorpay/faults.ts'

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

export const refundsAt = (fixture: Fixture) => bank().refundsOf(fixtures.paymentIn(fixture).id)

export const newestOf = (fixture: Fixture) => refundsAt(fixture).at(-1)?.id ?? ''

/** A refund that is pending at the provider. */
export async function sent(): Promise<Fixture> {
  const fixture = await fixtures.cancelledFixture()
  await fixtures.checkedCronAfter(1)
  expect(storedRefunds()).toMatchObject([{ refund_id: newestOf(fixture), status: 'sent' }])
  return fixture
}

/** A refund that the provider failed, and that an admin has made due again. */
export async function sentAgain(): Promise<Fixture> {
  const fixture = await sent()
  bank().failRefund(newestOf(fixture))
  await flush()
  expect(storedRefunds()).toMatchObject([{ status: 'review' }])
  expect(await calls.sendRefundAgain(fixtures.paymentIn(fixture).id, 50)).toMatchObject({ status: 200 })
  return fixture
}

/** The minutes of the next `minutes` in which the cron makes this call. */
export async function minutesWithCalls(call: Call, minutes: number): Promise<number[]> {
  const found: number[] = []
  for (let minute = 1; minute <= minutes; minute += 1) {
    const before = faults().requestsOf(call).length
    await fixtures.checkedCronAfter(1)
    if (faults().requestsOf(call).length > before) found.push(minute)
  }
  return found
}
