import { call } from '#client/http/api.ts'
import { openCheckout, type Payer } from '#client/payment/checkout.ts'
import { type Order, paymentFailed, paymentSucceeded } from '#contract/bookings/bookings.ts'
import type { PaymentSuccess } from '#contract/payments/sandbox.ts'
import { CHECKOUT_MARGIN_SECONDS, DIALOG_MIN_SECONDS, HOLD_SECONDS } from '#domain/constants.ts'
import * as text from '#messages/booking.ts'
import { paymentSucceeded as paymentSucceededText } from '#messages/payment-results.ts'
import { toast, toastAfterNavigation } from '#stores/app/toasts.ts'
import { nullOnError } from '#stores/kit/busy.ts'
import { $session } from '#stores/session/session.ts'
import { $paymentError } from './payment-error.ts'

// Comes with the first payment, not with the page (payment-error.ts).

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
  showSuccess?: typeof toast
}

/** Opens the payment dialog on an order, sees it through and says how it ended. Where to go next is the caller's. */
export async function payOrder(order: Order, options: PaymentOptions): Promise<PaymentOutcome> {
  $paymentError.set(null)
  const dialogResult = await openPaymentDialog(order, options)
  if (dialogResult === 'unavailable') {
    toast('error', text.gatewayUnavailable)
    return 'unavailable'
  }
  if (dialogResult === 'dismissed') return cancelOrder(order)
  return confirmPayment(order, dialogResult, options.showSuccess)
}

/** Gives up paying for now; the server keeps the hold a little longer (decision 31). */
export function cancelOrder(order: Order): PaymentOutcome {
  recordFailure(order, text.cancelledByUser)
  toast('info', text.paymentCancelled)
  return 'cancelled'
}

function openPaymentDialog(
  order: Order,
  options: PaymentOptions
): Promise<PaymentSuccess | 'dismissed' | 'unavailable'> {
  return new Promise(resolve => {
    let isDismissed = false
    openCheckout(order, {
      description: options.description,
      onDismissed: () => {
        isDismissed = true
        resolve('dismissed')
      },
      onPaid: receipt => {
        // A bank can still say yes when the dialog has gone.
        if (isDismissed) void confirmPayment(order, receipt)
        resolve(receipt)
      },
      onDeclined: reason => recordFailure(order, reason || text.paymentFailedReason),
      payer: options.payer,
      timeoutSeconds: secondsToPay(order)
    }).catch((error: unknown) => {
      console.error(error)
      resolve('unavailable')
    })
  })
}

/** By the server's count of what is left of the hold: a device's clock may be wrong. */
function secondsToPay({ hold_seconds }: Order): number {
  return Math.max(DIALOG_MIN_SECONDS, (hold_seconds ?? HOLD_SECONDS) - CHECKOUT_MARGIN_SECONDS)
}

async function confirmPayment(order: Order, receipt: PaymentSuccess, showSuccess = toast): Promise<PaymentOutcome> {
  const body = { ...receipt, session_id: order.session_id }
  const answer = await nullOnError(call(paymentSucceeded, { body }))
  if (answer?.success) {
    showSuccess('success', paymentSucceededText)
    return 'paid'
  }
  if (answer?.message === text.beingConfirmed) {
    showSuccess('info', text.beingConfirmed)
    return 'confirming'
  }
  const sentence = answer?.message || text.verificationFailed
  $paymentError.set({ payment_id: receipt.razorpay_payment_id, sentence })
  // A session that ended over it leaves for the sign-in: there, too, the rider is to know where his money is.
  const showToast = $session.get() === null ? toastAfterNavigation : toast
  showToast('error', sentence)
  return 'unverified'
}

function recordFailure(order: Order, error_description: string): void {
  void nullOnError(call(paymentFailed, { body: { error_description, session_id: order.session_id } }))
}
