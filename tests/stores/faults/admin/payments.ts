import {
  getBookingPayments,
  payCompensation,
  reconcileBooking,
  refundBooking
} from '#contract/bookings/booking-payments.ts'
import { closeRefund, sendRefund } from '#contract/payments/refunds.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import { compensation, loadedRows, openTab, refund } from '#tests/stores/admin/page.ts'
import { mountStores, server, waitForTask } from '#tests/stores/browser-tab.ts'
import type { FaultCase, Screen } from '#tests/stores/faults/faults.ts'
import { booked } from './bookings.ts'
import { storeRow } from './lists.ts'

// The calls about payments, refunds and disputes.

async function reviewed() {
  await openTab('payments')
  server.answer(sendRefund, { ...refund, status: 'sent' })
  server.answer(closeRefund, { ...refund, status: 'processed' })
  const { refundReviews } = await import('#tests/stores/admin/lists.ts')
  const [first] = loadedRows(refundReviews)
  const store = await import('#stores/admin/payments/refunds.ts')
  mountStores(store.sendRefundDialog.$row, store.closeRefundDialog.$row, store.closeRefundDialog.fields.$fields)
  return { ...store, first }
}

async function sending(): Promise<Screen> {
  const { first, sendRefundDialog } = await reviewed()
  sendRefundDialog.open(first)
  return {
    call: sendRefundDialog.confirm,
    hasSucceeded: () => sendRefundDialog.$row.get() === null,
    isBusy: () => sendRefundDialog.$isBusy.get()
  }
}

async function closing(): Promise<Screen> {
  const { closeRefundDialog, first } = await reviewed()
  closeRefundDialog.open(first)
  closeRefundDialog.fields.setField('note', 'In cash')
  return {
    call: closeRefundDialog.confirm,
    hasSucceeded: () => closeRefundDialog.$row.get() === null,
    isBusy: () => closeRefundDialog.$isBusy.get(),
    preservedInput: () => closeRefundDialog.fields.$fields.get().note
  }
}

async function paying(): Promise<Screen> {
  const { payDialog } = await reviewed()
  server.answer(payCompensation, { attempts: [], refunds: [] })
  mountStores(payDialog.$row, payDialog.fields.$fields)
  payDialog.open(compensation)
  payDialog.fields.setField('note', 'In cash')
  return {
    call: payDialog.confirm,
    hasSucceeded: () => payDialog.$row.get() === null,
    isBusy: () => payDialog.$isBusy.get(),
    preservedInput: () => payDialog.fields.$fields.get().note
  }
}

async function openPayments(): Promise<Screen> {
  const { $paymentDetails, first, openBookingPayments, retryBookingPayments } = await booked()
  return {
    retry: retryBookingPayments,
    call: () => openBookingPayments(first),
    hasSucceeded: () => typeof $paymentDetails.get() === 'object',
    isBusy: () => $paymentDetails.get() === 'loading'
  }
}

async function refundingGoodwill(): Promise<Screen> {
  const { first, openBookingPayments } = await booked()
  server.answer(refundBooking, { attempts: [], order_id: 'order_1', refunds: [refund] })
  await waitForTask(openBookingPayments(first))
  const goodwill = await import('#stores/admin/payments/booking-payments.ts')
  goodwill.openGoodwill(first)
  goodwill.goodwillForm.setField('amount', '20')
  goodwill.goodwillForm.setField('reason', 'Not charged')
  return {
    call: goodwill.sendGoodwill,
    hasSucceeded: () => goodwill.$goodwillBookingId.get() === null,
    isBusy: () => goodwill.$isRefunding.get(),
    preservedInput: () => goodwill.goodwillForm.$fields.get()
  }
}

async function checkingMoney(): Promise<Screen> {
  const { $isCheckingPayments, $paymentDetails, checkWithProvider, first, openBookingPayments } = await booked()
  await waitForTask(openBookingPayments(first))
  const hasRefund = () => {
    const money = $paymentDetails.get()
    return typeof money === 'object' && money.refunds.length === 1
  }
  return { call: checkWithProvider, hasSucceeded: hasRefund, isBusy: () => $isCheckingPayments.get() }
}

export const paymentRows: readonly FaultCase[] = [
  storeRow('payments/refunds', sendRefund, sending, refundsText.refundProgress.failed),
  storeRow('payments/refunds', closeRefund, closing, refundsText.list.markRefundedFailed),
  storeRow('payments/refunds', payCompensation, paying, refundsText.compensations.failed),
  storeRow('payments/booking-payments', getBookingPayments, openPayments, refundsText.paymentDetails.loadFailed),
  storeRow('payments/booking-payments', refundBooking, refundingGoodwill, refundsText.refundProgress.failed),
  storeRow('payments/booking-payments', reconcileBooking, checkingMoney, refundsText.paymentDetails.checkFailed)
]
