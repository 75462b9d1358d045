import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { getBookingPayments } from '#contract/bookings/booking-payments.ts'
import { createPlan } from '#contract/catalogue/admin-pricing.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { closeRefund } from '#contract/payments/refunds.ts'
import { screenPath } from '#domain/admin/screens.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import { answerNormally, loadedRows, openTab, plan, refund } from '#tests/stores/admin/page.ts'
import { advanceTime, mountStores, openPage, server } from '#tests/stores/browser-tab.ts'
import type { FaultCase, Screen } from './faults.ts'

// One call of each kind: the portal's lists, forms, dialogs of a row and panels share the code that meets a failure.

async function loadingList(): Promise<Screen> {
  openPage(screenPath('bookings'), 'admin')
  answerNormally()
  const { $tab, retryDashboard } = await import('#stores/admin/dashboard.ts')
  const { $stats, bookings } = await import('#tests/stores/admin/lists.ts')
  return {
    call: async () => {
      mountStores($stats, $tab)
      // Waits for the delayed requests beside the list.
      await advanceTime(1000)
    },
    retry: retryDashboard,
    hasSucceeded: () => typeof bookings.$listPage.get() === 'object',
    isBusy: () => bookings.$listPage.get() === 'loading' || bookings.$isRefreshing.get() === true
  }
}

async function savingForm(): Promise<Screen> {
  await openTab('plans')
  server.answer(createPlan, plan)
  const { planCrud } = await import('#stores/admin/catalogue/pricing.ts')
  mountStores(planCrud.$editing)
  planCrud.add()
  planCrud.setField('name', 'Quick Hop')
  planCrud.setField('cost', '90')
  return {
    call: () => planCrud.save(),
    hasSucceeded: () => planCrud.$editing.get() === null,
    isBusy: () => planCrud.$isSaving.get(),
    preservedInput: () => planCrud.$fields.get()
  }
}

async function confirmingDialog(): Promise<Screen> {
  const { lists } = await openTab('payments')
  server.answer(closeRefund, { ...refund, status: 'processed' })
  const { closeRefundDialog } = await import('#stores/admin/payments/refunds.ts')
  mountStores(closeRefundDialog.$row, closeRefundDialog.fields.$fields)
  closeRefundDialog.open(loadedRows(lists.refundReviews)[0])
  closeRefundDialog.fields.setField('note', 'In cash')
  return {
    call: closeRefundDialog.confirm,
    hasSucceeded: () => closeRefundDialog.$row.get() === null,
    isBusy: () => closeRefundDialog.$isBusy.get(),
    preservedInput: () => closeRefundDialog.fields.$fields.get().note
  }
}

async function openingPanel(): Promise<Screen> {
  const { lists } = await openTab('bookings')
  server.answer(getBookingPayments, { attempts: [], order_id: 'order_1', refunds: [] })
  const [booking] = loadedRows(lists.bookings)
  const { $paymentDetails, openBookingPayments, retryBookingPayments } = await import(
    '#stores/admin/payments/booking-payments.ts'
  )
  return {
    call: () => openBookingPayments(booking),
    retry: retryBookingPayments,
    hasSucceeded: () => typeof $paymentDetails.get() === 'object',
    isBusy: () => $paymentDetails.get() === 'loading'
  }
}

const row = (store: string, endpoint: Endpoint, open: FaultCase['open'], sentence: string): FaultCase => ({
  file: `stores/admin/${store}.ts`,
  endpoint,
  open,
  error: { prefersDetail: true, sentence }
})

export const rows: readonly FaultCase[] = [
  row('bookings/booking-lists', listAllBookings, loadingList, dashboardText.dashboardLoadFailed),
  row('catalogue/pricing', createPlan, savingForm, catalogueText.plans.createFailed),
  row('payments/refunds', closeRefund, confirmingDialog, refundsText.list.markRefundedFailed),
  row('payments/booking-payments', getBookingPayments, openingPanel, refundsText.paymentDetails.loadFailed)
]
