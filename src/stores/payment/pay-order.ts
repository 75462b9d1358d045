import { call } from '#client/http/api.ts'
import type { ApiError } from '#client/http/api-error.ts'
import { type CheckoutPrefill, openCheckout } from '#client/payment/checkout.ts'
import type { Order, PaymentReceipt } from '#contract/payments/orders.ts'
import * as contract from '#contract/payments/orders.ts'
import { CHECKOUT_MARGIN_SECONDS, DIALOG_MIN_SECONDS, HOLD_SECONDS } from '#domain/constants.ts'
import { rupeesOf } from '#domain/money.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { toast, toastAfterNavigation } from '#stores/app/toasts.ts'
import { logFailure, onRefusal, showFailures } from '#stores/kit/requests.ts'
import { $session } from '#stores/session/session.ts'
import { $paymentError, confirmPrice } from './payment-notices.ts'

// Loaded with the first payment, not with the page.

/**
 * 'unconfirmed': the server has accepted the payment and waits for the provider to confirm it. 'refused': the server
 * has answered that this payment does not confirm the booking. 'unverified': the payment may have been taken, but the
 * server could not confirm it. 'unavailable': the payment dialog could not be opened. 'price_declined': the order's
 * price is not `shownPrice`, and the rider did not agree to it.
 */
export type PaymentOutcome =
  | 'cancelled'
  | 'paid'
  | 'price_declined'
  | 'refused'
  | 'unavailable'
  | 'unconfirmed'
  | 'unverified'

interface PaymentOptions {
  /** The description that the payment dialog shows. */
  description: string
  /** Called with the outcome of a payment that the bank approved after its dialog was dismissed ('cancelled'). */
  onLateOutcome: (outcome: PaymentOutcome) => void
  payer?: CheckoutPrefill | undefined
  /** The price that the rider saw, in rupees. */
  shownPrice?: number
  /** The property's own number of support. */
  supportPhone?: string | null | undefined
  /** Shows the success message. A caller that leaves the page passes `toastAfterNavigation`. */
  showSuccess?: typeof toast
}

/** Opens the payment dialog for an order and returns the outcome. The caller decides where to navigate. */
export async function payOrder(order: Order, options: PaymentOptions): Promise<PaymentOutcome> {
  $paymentError.set(null)
  const { shownPrice } = options
  if (shownPrice !== undefined && !(await confirmPrice(order, shownPrice))) {
    recordFailure(order, contract.DISMISSED_BY_RIDER)
    return 'price_declined'
  }
  const dialogResult = await openPaymentDialog(order, options)
  if (dialogResult === 'unavailable') return 'unavailable'
  if (dialogResult === 'dismissed') {
    // The server keeps the hold for a short time, so that the rider can retry.
    recordFailure(order, contract.DISMISSED_BY_RIDER)
    toast('info', paymentsText.paymentCancelled)
    return 'cancelled'
  }
  return confirmPayment(order, dialogResult, options)
}

interface OpenDialog {
  orderId: string
  /** Closes the dialog and ends its payment with the receipt. */
  complete: (receipt: PaymentReceipt) => void
}

let openDialog: OpenDialog | null = null

type DialogResult = PaymentReceipt | 'dismissed' | 'unavailable'

function openPaymentDialog(order: Order, options: PaymentOptions): Promise<DialogResult> {
  return new Promise(resolve => {
    let isFinished = false
    const finish = (result: DialogResult) => {
      if (!isFinished) openDialog = null
      isFinished = true
      resolve(result)
    }
    const open = () =>
      openCheckout(order, {
        description: options.description,
        onDismissed: () => finish('dismissed'),
        onPaid: receipt => (isFinished ? void confirmLatePayment(order, receipt, options) : finish(receipt)),
        onDeclined: reason => recordFailure(order, reason || paymentsText.paymentFailedReason),
        payer: options.payer,
        timeoutSeconds: secondsToPay(order)
      })
    void showFailures(paymentsText.gatewayUnavailable, open).then(dialog => {
      if (dialog === undefined) return finish('unavailable')
      const complete = (receipt: PaymentReceipt) => {
        finish(receipt)
        dialog.close()
      }
      if (!isFinished) openDialog = { complete, orderId: order.razorpay_order_id }
    })
  })
}

/**
 * A bank can still approve a payment after its dialog was dismissed. If the order's dialog is open again by then, that
 * dialog is closed, because its order is paid.
 */
async function confirmLatePayment(order: Order, receipt: PaymentReceipt, options: PaymentOptions): Promise<void> {
  if (openDialog?.orderId === order.razorpay_order_id) openDialog.complete(receipt)
  else options.onLateOutcome(await confirmPayment(order, receipt, options))
}

/** Computed from the server's remaining hold time, because the device's clock may be wrong. */
function secondsToPay({ hold_seconds }: Order): number {
  return Math.max(DIALOG_MIN_SECONDS, (hold_seconds ?? HOLD_SECONDS) - CHECKOUT_MARGIN_SECONDS)
}

// After any other refusal, such as one of the signature, the provider can still report the payment to the server.
const FINAL_REFUSALS = ['payment_failed', 'payment_in_review'] as const

const asRefused = ({ sentence }: ApiError) => ({ is_settling: false, message: sentence, success: false })

async function confirmPayment(
  order: Order,
  receipt: PaymentReceipt,
  { showSuccess = toast, supportPhone }: PaymentOptions
): Promise<PaymentOutcome> {
  const body = { ...receipt, session_id: order.session_id }
  const request = call(contract.confirmPayment, { body })
  const response = await logFailure(onRefusal(request, FINAL_REFUSALS, asRefused))
  if (response?.success) {
    showSuccess('success', paymentsText.paymentSucceeded)
    return 'paid'
  }
  if (response?.is_settling) {
    showSuccess('info', paymentsText.beingConfirmed)
    return 'unconfirmed'
  }
  const sentence = response?.message || paymentsText.verificationFailed
  const amountBeingConfirmed = response === null ? rupeesOf(order.amount) : null
  $paymentError.set({ amountBeingConfirmed, payment_id: receipt.razorpay_payment_id, sentence, supportPhone })
  // If the session ended during the payment, show the message on the sign-in page too.
  const showToast = $session.get() === null ? toastAfterNavigation : toast
  showToast('error', sentence)
  return response ? 'refused' : 'unverified'
}

function recordFailure(order: Order, errorDescription: string): void {
  void logFailure(
    call(contract.recordPaymentFailure, { body: { error_description: errorDescription, session_id: order.session_id } })
  )
}
