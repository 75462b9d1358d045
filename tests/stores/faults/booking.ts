import { createHourlyBooking, getAvailability } from '#contract/bookings/create-booking.ts'
import { confirmPayment, paySandboxOrder } from '#contract/payments/orders.ts'
import { getProfile } from '#contract/riders/profile.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { answerBookingPage, rates } from '#tests/stores/booking/page.ts'
import { mountStores, openPage, reopenPage, server, visitedUrls, waitForTask } from '#tests/stores/browser-tab.ts'
import { dialogs, order, receipt } from '#tests/stores/payment/provider-dialog.ts'
import type { FaultCase, Screen } from './faults.ts'

const PAGE = '/booking/7'

function answerWell() {
  answerBookingPage()
  server.answer(getAvailability, { busy: [{ end_time: '2026-06-15T12:30:00Z', start_time: '2026-06-15T11:30:00Z' }] })
}

async function stores() {
  const availability = await import('#stores/booking/availability.ts')
  const form = await import('#stores/booking/book.ts')
  const offers = await import('#stores/booking/offers.ts')
  const page = await import('#stores/booking/page-data.ts')
  const times = await import('#stores/booking/times.ts')
  // Loads the modules that load after a slot was selected.
  await import('#stores/payment/pay-order.ts')
  return { ...availability, ...form, ...offers, ...page, ...times }
}

/** Opens the page, and reopens it for a retry after a redirect. */
async function arriving(): Promise<Screen> {
  openPage(PAGE, 'rider')
  answerWell()
  let page = await stores()
  const mountPage = () => mountStores(page.$bookingPage, page.$offer, page.$period)
  return {
    call: mountPage,
    retry: async () => {
      reopenPage(PAGE)
      page = await stores()
      mountPage()
    },
    hasSucceeded: () =>
      page.$bookingPage.get()?.scooter.name === 'Ather' &&
      page.$rates.get().hourly_1 === rates.hourly_1 &&
      page.$hasPlans.get() &&
      page.$knowsAvailability.get(),
    isBusy: () => page.$bookingPage.get() === null && visitedUrls.length === 0
  }
}

async function arrived() {
  openPage(PAGE, 'rider')
  answerWell()
  const page = await stores()
  mountStores(page.$bookingPage, page.$offer, page.$period, page.$ride)
  await waitForTask(null)
  page.chooseSlot('20:00')
  page.chooseOffer('plan-2')
  return page
}

/** Opens the dialog for the order and reports that the bank has taken the money. */
async function paying(): Promise<Screen> {
  openPage(PAGE, 'rider')
  answerWell()
  const { payOrder } = await import('#stores/payment/pay-order.ts')
  const { $paymentError } = await import('#stores/payment/payment-notices.ts')
  let outcome = ''
  return {
    call: async () => {
      const paid = payOrder(order, { description: 'Ather', onLateOutcome: () => undefined })
      const [dialog] = dialogs.splice(0)
      dialog?.options.handler(receipt)
      outcome = await paid
    },
    hasSucceeded: () => outcome === 'paid' && $paymentError.get() === null
  }
}

async function testBank(): Promise<Screen> {
  openPage(PAGE, 'rider')
  answerWell()
  server.answer(paySandboxOrder, receipt)
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
  document.body.replaceChildren()
  // Every page loads the session.
  await import('#stores/session/session.ts')
  const { openCheckout } = await import('#client/payment/checkout.ts')
  let handed_over = 0
  await openCheckout(
    { ...order, razorpay_key: 'rzp_sandbox' },
    {
      description: 'Ather',
      onDismissed: () => undefined,
      onPaid: () => void handed_over++,
      onDeclined: () => undefined,
      timeoutSeconds: 900
    }
  )
  const answer = () => document.querySelector('[role=alert]')?.textContent
  return {
    call: () => document.querySelector<HTMLButtonElement>('dialog .btn-primary')?.click(),
    hasSucceeded: () => handed_over === 1,
    isBusy: () => document.querySelector('dialog')?.getAttribute('aria-busy') === 'true',
    message: answer
  }
}

export const rows: FaultCase[] = [
  {
    file: 'stores/profile/profile.ts',
    endpoint: getProfile,
    open: arriving,
    error: { isOnNextPage: true, sentence: bookingText.profileNotLoaded }
  },
  {
    file: 'stores/booking/availability.ts',
    endpoint: getAvailability,
    open: async () => {
      const page = await arrived()
      return {
        call: () => page.refreshAvailability(),
        hasSucceeded: () => page.$knowsAvailability.get(),
        preservedInput: () => [page.$day.get(), page.$slot.get(), page.$offer.get()?.key]
      }
    }
  },
  {
    file: 'stores/booking/book.ts',
    endpoint: createHourlyBooking,
    open: async () => {
      const page = await arrived()
      return {
        call: () => {
          void page.book()
        },
        hasSucceeded: () => dialogs.length === 1,
        isBusy: () => page.$isProcessing.get() && dialogs.length === 0,
        preservedInput: () => [page.$day.get(), page.$slot.get(), page.$offer.get()?.key]
      }
    },
    error: { prefersDetail: true, sentence: bookingText.bookingFailed }
  },
  {
    file: 'stores/payment/pay-order.ts',
    endpoint: confirmPayment,
    open: paying,
    error: { sentence: paymentsText.verificationFailed },
    messageAfter401: paymentsText.verificationFailed
  },
  {
    file: 'client/payment/sandbox-checkout.ts',
    endpoint: paySandboxOrder,
    open: testBank,
    error: { sentence: paymentsText.sandboxUnreachable }
  }
]
