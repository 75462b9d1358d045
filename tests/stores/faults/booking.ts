import { createHourlyBooking, getAvailability } from '#contract/bookings/create-booking.ts'
import { listFreeScooters } from '#contract/bookings/free-scooters.ts'
import { getPropertyPricing, listPropertyPlans, listPropertyScooters } from '#contract/catalogue/catalogue.ts'
import { confirmPayment, paySandboxOrder, recordPaymentFailure } from '#contract/payments/orders.ts'
import { getProfile } from '#contract/riders/profile.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { answerBookingPage, rates } from '#tests/stores/booking/page.ts'
import { mountStores, openPage, reopenPage, server, visitedUrls, waitForTask } from '#tests/stores/browser-tab.ts'
import { dialogs, order, receipt } from '#tests/stores/payment/provider-dialog.ts'
import type { FaultCase, Screen } from './faults.ts'

const PAGE = '/booking/7'
const TODAY = '2026-06-15'
const TOMORROW = '2026-06-16'

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

/** Opens the dialog for the order and reports the bank's response. */
async function paying(result: 'dismissed' | 'paid'): Promise<Screen> {
  openPage(PAGE, 'rider')
  answerWell()
  const { payOrder } = await import('#stores/payment/pay-order.ts')
  const { $paymentError } = await import('#stores/payment/payment-notices.ts')
  let outcome = ''
  return {
    call: async () => {
      const paid = payOrder(order, { description: 'Ather', onLateOutcome: () => undefined })
      const [dialog] = dialogs.splice(0)
      if (result === 'paid') dialog?.options.handler(receipt)
      else dialog?.options.modal.ondismiss()
      outcome = await paid
    },
    hasSucceeded: () => outcome === (result === 'paid' ? 'paid' : 'cancelled') && $paymentError.get() === null
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
    file: 'stores/booking/page-data.ts',
    endpoint: listPropertyScooters,
    open: arriving,
    error: { isOnNextPage: true, sentence: bookingText.scooterLoadFailed }
  },
  { file: 'stores/booking/page-data.ts', endpoint: getPropertyPricing, open: arriving },
  {
    file: 'stores/booking/offers.ts',
    endpoint: listPropertyPlans,
    open: async () => {
      const page = await arrived()
      return {
        call: () => page.chooseDay(page.$day.get() === TODAY ? TOMORROW : TODAY),
        hasSucceeded: () => page.$hasPlans.get(),
        isBusy: () => page.$arePlansLoading.get(),
        preservedInput: () => page.$slot.get()
      }
    }
  },
  {
    file: 'stores/booking/other-scooter.ts',
    endpoint: listFreeScooters,
    open: async () => {
      const page = await arrived()
      server.answer(listFreeScooters, [{ free: true, id: 9, name: 'Blue 9' }])
      const { $otherScooter } = await import('#stores/booking/other-scooter.ts')
      mountStores($otherScooter)
      page.$missedSlot.set('20:00')
      await waitForTask(null)
      return {
        call: () => page.chooseOffer(page.$offer.get()?.key === 'plan-1' ? 'plan-2' : 'plan-1'),
        hasSucceeded: () => $otherScooter.get() !== null,
        preservedInput: () => page.$missedSlot.get()
      }
    }
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
    open: () => paying('paid'),
    error: { sentence: paymentsText.verificationFailed },
    messageAfter401: paymentsText.verificationFailed
  },
  {
    file: 'stores/payment/pay-order.ts',
    endpoint: recordPaymentFailure,
    open: () => paying('dismissed'),
    otherMessages: [paymentsText.paymentCancelled]
  },
  {
    file: 'client/payment/sandbox-checkout.ts',
    endpoint: paySandboxOrder,
    open: testBank,
    error: { sentence: paymentsText.sandboxUnreachable }
  }
]
