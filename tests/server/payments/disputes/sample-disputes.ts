import { expect } from 'vitest'
import type { DisputeRequest } from '#tests/fakes/razorpay/bank/disputes.ts'
import { deliverWebhooks, razorpayServer } from '#tests/helpers/servers/provider.ts'
import {
  beginRide,
  expireHold,
  type HeldBooking,
  holdScooter,
  paidAtBank,
  refundsOf,
  reportPayment
} from '#tests/server/payments/sample-bookings.ts'

// A payment that a bank disputes.

export type Paid = HeldBooking & { payment_id: string }

/** A dispute that was reported, and its next steps. */
export async function disputed({ payment_id }: Pick<Paid, 'payment_id'>, options: DisputeRequest = {}) {
  const { bank } = razorpayServer()
  const { id: dispute_id } = bank.dispute(payment_id, options)
  await deliverWebhooks()
  async function decided(outcome: 'closed' | 'lost' | 'won') {
    bank.decide(dispute_id, outcome)
    await deliverWebhooks()
  }
  async function contested() {
    bank.contest(dispute_id)
    await deliverWebhooks()
  }
  return { contested, decided, dispute_id }
}

/** Paid after its slot was lost: a refund is due. */
export async function overdueRefund(): Promise<Paid> {
  const booking = await holdScooter()
  await expireHold(booking)
  await beginRide(booking)
  const receipt = paidAtBank(booking)
  await reportPayment(booking, receipt)
  expect(await refundsOf(booking)).toMatchObject([{ reason: 'slot_lost', status: 'due' }])
  return { ...booking, payment_id: receipt.razorpay_payment_id }
}
