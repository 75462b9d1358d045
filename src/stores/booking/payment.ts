import { call } from '#client/http/api.ts'
import { openCheckout, type Payer } from '#client/payment/checkout.ts'
import { type Order, paymentFailed, paymentSucceeded } from '#contract/bookings/bookings.ts'
import type { Receipt } from '#contract/payments/sandbox.ts'
import { CHECKOUT_MARGIN_SECONDS, HOLD_SECONDS, SHORTEST_DIALOG_SECONDS } from '#domain/constants.ts'
import * as text from '#messages/booking.ts'
import { toast, toastAfterNavigation } from '#stores/app/toasts.ts'
import { quietly } from '#stores/kit/busy.ts'
import { $session } from '#stores/session/session.ts'
import { $paymentTrouble } from './payment-trouble.ts'

// Comes with the first payment, not with the page (payment-trouble.ts).

/**
 * 'confirming': the server has taken the payment and awaits the provider's word. 'unverified': money may have gone, and
 * the server does not confirm it. 'unavailable': there was no dialog to open.
 */
export type PaymentOutcome = 'cancelled' | 'confirming' | 'paid' | 'unavailable' | 'unverified'

interface PaymentOptions {
  /** What is paid for, as the dialog says it. */
  description: string
  payer?: Payer | undefined
  /** How it is said that it went well: carried over the navigation by a caller that leaves the page. */
  sayPaid?: typeof toast
}

/** Opens the payment dialog on an order, sees it through and says how it ended. Where to go next is the caller's. */
export async function payOrder(order: Order, options: PaymentOptions): Promise<PaymentOutcome> {
  $paymentTrouble.set(null)
  const ending = await dialogEnding(order, options)
  if (ending === 'unavailable') {
    toast('error', text.gatewayUnavailable)
    return 'unavailable'
  }
  if (ending === 'dismissed') return cancelOrder(order)
  return confirm(order, ending, options.sayPaid)
}

/** Gives up paying for now; the server keeps the hold a little longer (decision 31). */
export function cancelOrder(order: Order): PaymentOutcome {
  record(order, text.cancelledByUser)
  toast('info', text.paymentCancelled)
  return 'cancelled'
}

function dialogEnding(order: Order, options: PaymentOptions): Promise<Receipt | 'dismissed' | 'unavailable'> {
  return new Promise(resolve => {
    let dismissed = false
    openCheckout(order, {
      description: options.description,
      onDismissed: () => {
        dismissed = true
        resolve('dismissed')
      },
      onPaid: receipt => {
        // A bank can still say yes when the dialog has gone.
        if (dismissed) void confirm(order, receipt)
        resolve(receipt)
      },
      onRefused: reason => record(order, reason || text.paymentFailedReason),
      payer: options.payer,
      timeout_seconds: secondsToPay(order)
    }).catch((error: unknown) => {
      console.error(error)
      resolve('unavailable')
    })
  })
}

/** By the server's count of what is left of the hold: a device's clock may be wrong. */
function secondsToPay({ hold_seconds }: Order): number {
  return Math.max(SHORTEST_DIALOG_SECONDS, (hold_seconds ?? HOLD_SECONDS) - CHECKOUT_MARGIN_SECONDS)
}

async function confirm(order: Order, receipt: Receipt, sayPaid = toast): Promise<PaymentOutcome> {
  const body = { ...receipt, session_id: order.session_id }
  const answer = await quietly(call(paymentSucceeded, { body }))
  if (answer?.success) {
    sayPaid('success', text.paymentSucceeded)
    return 'paid'
  }
  if (answer?.message === text.beingConfirmed) {
    sayPaid('info', text.beingConfirmed)
    return 'confirming'
  }
  const sentence = answer?.message || text.verificationFailed
  $paymentTrouble.set({ payment_id: receipt.razorpay_payment_id, sentence })
  // A session that ended over it leaves for the sign-in: there, too, the rider is to know where his money is.
  const say = $session.get() === null ? toastAfterNavigation : toast
  say('error', sentence)
  return 'unverified'
}

function record(order: Order, error_description: string): void {
  void quietly(call(paymentFailed, { body: { error_description, session_id: order.session_id } }))
}
