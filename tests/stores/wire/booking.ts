import { createHourlyBooking, paymentFailed, paymentSucceeded } from '#contract/bookings/bookings.ts'
import { getPropertyPricing } from '#contract/catalogue/pricing.public.ts'
import { listPropertyPlans } from '#contract/catalogue/pricing-plans.public.ts'
import { listProperties } from '#contract/catalogue/properties.public.ts'
import { getAvailability, listPropertyScooters } from '#contract/catalogue/scooters.public.ts'
import { paySandboxOrder } from '#contract/payments/sandbox.ts'
import { getProfile } from '#contract/riders/profile.ts'
import * as text from '#messages/booking.ts'
import * as sandbox from '#messages/sandbox.ts'
import type { FaultCase, Screen } from './row.ts'
import {
  dialogs,
  mountStores,
  openPage,
  order,
  receipt,
  reopenPage,
  server,
  visitedUrls,
  waitForTask
} from './scene.ts'

const PAGE = '/booking/7'
const TODAY = '2026-06-15'
const TOMORROW = '2026-06-16'
const asha = { date_of_birth: '1990-01-01', email: 'r@demo.test', name: 'Asha', phone: '1', property_id: 1 }
const errandRun = { cost: 140, hours: 3, id: 2, name: 'Errand Run' }

function answerWell() {
  const busy = [{ end_time: '2026-06-15T12:30:00Z', start_time: '2026-06-15T11:30:00Z' }]
  server.answer(createHourlyBooking, order)
  server.answer(getAvailability, { busy })
  server.answer(getProfile, asha)
  server.answer(getPropertyPricing, { hourly_1: 80, hourly_12: 500, hourly_3: 150, hourly_6: 270 })
  server.answer(listProperties, [{ id: 1, location: 'Kochi', name: 'Palm Grove' }])
  server.answer(listPropertyPlans, { pricing_plans: [errandRun] })
  server.answer(listPropertyScooters, [{ id: 7, name: 'Ather', property_name: 'Palm', status: 'Available' }])
  server.answer(paymentFailed, { success: true })
  server.answer(paymentSucceeded, { payment_status: 'Completed', success: true })
}

async function stores() {
  const availability = await import('#stores/booking/availability.ts')
  const form = await import('#stores/booking/form.ts')
  const offers = await import('#stores/booking/offers.ts')
  const page = await import('#stores/booking/page.ts')
  const times = await import('#stores/booking/times.ts')
  // Loads the modules that load after a slot was selected.
  await import('#stores/booking/payment.ts')
  return { ...availability, ...form, ...offers, ...page, ...times }
}

/** Opens the page, and reopens it for a retry after a redirect. */
async function arriving(): Promise<Screen> {
  openPage(PAGE, 'rider')
  answerWell()
  let page = await stores()
  const look = () => mountStores(page.$bookingPage, page.$offer, page.$period)
  return {
    ask: look,
    again: async () => {
      reopenPage(PAGE)
      page = await stores()
      look()
    },
    hasWorked: () =>
      page.$bookingPage.get()?.property_name === 'Palm Grove' &&
      page.$bookingPage.get()?.scooter.name === 'Ather' &&
      page.$rates.get().hourly_1 === 80 &&
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
async function paying(how: 'dismissed' | 'paid'): Promise<Screen> {
  openPage(PAGE, 'rider')
  answerWell()
  const { payOrder } = await import('#stores/booking/payment.ts')
  const { $paymentError } = await import('#stores/booking/payment-error.ts')
  let outcome = ''
  return {
    ask: async () => {
      const paid = payOrder(order, { description: 'Ather' })
      const [dialog] = dialogs.splice(0)
      if (how === 'paid') dialog?.handler(receipt)
      else dialog?.modal.ondismiss()
      outcome = await paid
    },
    hasWorked: () => outcome === (how === 'paid' ? 'paid' : 'cancelled') && $paymentError.get() === null
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
    ask: () => document.querySelector<HTMLButtonElement>('dialog .btn-primary')?.click(),
    hasWorked: () => handed_over === 1,
    isBusy: () => document.querySelector('dialog')?.getAttribute('aria-busy') === 'true',
    tells: answer
  }
}

export const rows: FaultCase[] = [
  {
    by: 'stores/profile/profile.ts',
    endpoint: getProfile,
    open: arriving,
    says: { after_leaving: true, sentence: text.profileNotLoaded }
  },
  {
    by: 'stores/booking/page.ts',
    endpoint: listPropertyScooters,
    open: arriving,
    says: { after_leaving: true, sentence: text.scooterLoadFailed }
  },
  { by: 'stores/booking/page.ts', endpoint: getPropertyPricing, open: arriving },
  { by: 'stores/booking/page.ts', endpoint: listProperties, open: arriving },
  {
    by: 'stores/booking/offers.ts',
    endpoint: listPropertyPlans,
    open: async () => {
      const page = await arrived()
      return {
        ask: () => page.chooseDay(page.$day.get() === TODAY ? TOMORROW : TODAY),
        hasWorked: () => page.$hasPlans.get(),
        isBusy: () => page.$arePlansLoading.get(),
        kept: () => page.$slot.get()
      }
    }
  },
  {
    by: 'stores/booking/availability.ts',
    endpoint: getAvailability,
    open: async () => {
      const page = await arrived()
      return {
        ask: () => page.refreshAvailability(),
        hasWorked: () => page.$knowsAvailability.get(),
        kept: () => [page.$day.get(), page.$slot.get(), page.$offer.get()?.key]
      }
    }
  },
  {
    by: 'stores/booking/form.ts',
    endpoint: createHourlyBooking,
    open: async () => {
      const page = await arrived()
      return {
        ask: () => {
          void page.book()
        },
        hasWorked: () => dialogs.length === 1,
        isBusy: () => page.$processing.get() && dialogs.length === 0,
        kept: () => [page.$day.get(), page.$slot.get(), page.$offer.get()?.key]
      }
    },
    says: { prefers_detail: true, sentence: text.bookingFailed }
  },
  {
    by: 'stores/booking/payment.ts',
    endpoint: paymentSucceeded,
    open: () => paying('paid'),
    says: { sentence: text.verificationFailed },
    says_after_401: text.verificationFailed
  },
  {
    by: 'stores/booking/payment.ts',
    endpoint: paymentFailed,
    open: () => paying('dismissed'),
    says_anyway: [text.paymentCancelled]
  },
  {
    by: 'client/payment/sandbox-checkout.ts',
    endpoint: paySandboxOrder,
    open: testBank,
    says: { sentence: sandbox.unreachable }
  }
]
