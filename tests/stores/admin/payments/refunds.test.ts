// @vitest-environment jsdom

import { describe, expect, test, vi } from 'vitest'
import { closeRefund, listDisputes, listRefunds, sendRefund } from '#contract/payments/refunds.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import { refusalFault } from '#tests/helpers/servers/fault-server.ts'
import { dispute, loadedRows, openTab, refund } from '#tests/stores/admin/page.ts'
import {
  asksBeforeLeaving,
  mountStores,
  server,
  setUpBrowserTab,
  shownToasts,
  waitForTask,
  waitUntil
} from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

const PAGE = { 'x-has-more': 'false' }

async function openPayments(row = refund) {
  await openTab('payments')
  const { $counts, refunds, refundReviews } = await import('#tests/stores/admin/lists.ts')
  const store = await import('#stores/admin/payments/refunds.ts')
  mountStores(
    $counts,
    store.sendRefundDialog.$row,
    store.closeRefundDialog.$row,
    store.closeRefundDialog.fields.$fields
  )
  server.answer(listRefunds, [row], PAGE)
  await waitForTask(refundReviews.load())
  const [first] = loadedRows(refundReviews)
  server.answer(sendRefund, { ...refund, status: 'sent' })
  server.answer(closeRefund, { ...refund, status: 'processed' })
  return { ...store, $counts, first, refunds, refundReviews }
}

describe('the payments of a site', () => {
  test('load what waits for an admin apart from the rest: disputes by deadline, decided ones by their last change', async () => {
    await openTab('payments')
    expect(server.requestsTo(listRefunds).map(({ query }) => query.status)).toEqual(['review', undefined])
    expect(server.requestsTo(listDisputes).map(({ query }) => [query.is_decided, query.sort])).toEqual([
      ['false', 'respond_by'],
      ['true', '-told_at']
    ])
  })

  test('are counted as far as they need an admin, in the view of bookings too', async () => {
    await openTab('bookings')
    const { $counts, openDisputes } = await import('#tests/stores/admin/lists.ts')
    expect($counts.get()).toMatchObject({
      openDisputes: { count: 1, hasMore: false },
      refundReviews: { count: 1, hasMore: false }
    })
    expect(server.requestCount(listRefunds)).toBe(1)
    const statuses = ['open', 'under_review', 'action_required'] as const
    server.answer(
      listDisputes,
      statuses.map(status => ({ ...dispute, status })),
      PAGE
    )
    await waitForTask(openDisputes.load())
    expect($counts.get().openDisputes).toEqual({ count: 2, hasMore: false })
  })

  test('are counted as a minimum when there are more pages', async () => {
    const { $counts, refundReviews } = await openPayments()
    server.answer(listRefunds, [refund, { ...refund, payment_id: 'pay_2' }], { 'x-has-more': 'true' })
    await waitForTask(refundReviews.load())
    expect($counts.get().refundReviews).toEqual({ count: 2, hasMore: true })
    server.answer(listRefunds, [refund], PAGE)
    refundReviews.goToPage(2)
    await waitForTask(null)
    expect($counts.get().refundReviews?.hasMore).toBe(true)
  })
})

describe('a refund', () => {
  test('is sent with the amount that was shown, and both lists reload', async () => {
    const { first, sendRefundDialog } = await openPayments()
    const before = server.requestCount(listRefunds)
    sendRefundDialog.open(first)
    await waitForTask(sendRefundDialog.confirm())
    expect(server.requestsTo(sendRefund)).toMatchObject([
      { body: { amount: 140 }, path: '/api/admin/refunds/pay_1/send' }
    ])
    expect([await shownToasts(), sendRefundDialog.$row.get(), server.requestCount(listRefunds)]).toEqual([
      [refundsText.refundProgress.queued],
      null,
      before + 2
    ])
  })

  test('is sent once for repeated presses, and never without a confirmation', async () => {
    const { first, sendRefundDialog } = await openPayments()
    await waitForTask(sendRefundDialog.confirm())
    sendRefundDialog.open(first)
    sendRefundDialog.cancel()
    await waitForTask(sendRefundDialog.confirm())
    expect(server.requestCount(sendRefund)).toBe(0)
    sendRefundDialog.open(first)
    server.fail(sendRefund, { kind: 'slow' }, 1)
    const pressed = [sendRefundDialog.confirm(), sendRefundDialog.confirm()]
    await waitUntil(() => server.hasSlowRequests())
    expect(sendRefundDialog.$isBusy.get()).toBe(true)
    server.release()
    await waitForTask(Promise.all(pressed))
    expect([server.requestCount(sendRefund), sendRefundDialog.$isBusy.get()]).toEqual([1, false])
  })

  test('needs a new confirmation when its amount has changed', async () => {
    const { first, sendRefundDialog } = await openPayments()
    sendRefundDialog.open(first)
    server.fail(sendRefund, refusalFault('amount_changed', refundsText.amountChanged), 1)
    server.answer(listRefunds, [{ ...refund, amount: 90 }], PAGE)
    await waitForTask(sendRefundDialog.confirm())
    expect([await shownToasts(), sendRefundDialog.$refusal.get()]).toEqual([[], refundsText.amountChanged])
    expect(sendRefundDialog.$row.get()).toMatchObject({ amount: 90 })
    await waitForTask(sendRefundDialog.confirm())
    expect(server.requestsTo(sendRefund).map(({ body }) => body)).toEqual([{ amount: 140 }, { amount: 90 }])
    expect(sendRefundDialog.$refusal.get()).toBeNull()
  })

  test('closes its dialog when another admin has sent it', async () => {
    const { first, sendRefundDialog } = await openPayments()
    sendRefundDialog.open(first)
    server.fail(sendRefund, refusalFault('refund_not_open', refundsText.refundNotOpen), 1)
    server.answer(listRefunds, [], PAGE)
    await waitForTask(sendRefundDialog.confirm())
    expect([await shownToasts(), sendRefundDialog.$row.get(), sendRefundDialog.$refusal.get()]).toEqual([
      [refundsText.refundNotOpen],
      null,
      null
    ])
  })

  test('does not change the dialog of another refund when another admin has sent it', async () => {
    const { first, sendRefundDialog } = await openPayments()
    const other = { ...first, payment_id: 'pay_2' }
    sendRefundDialog.open(first)
    server.fail(sendRefund, refusalFault('refund_not_open', refundsText.refundNotOpen), 1)
    server.fail(listRefunds, { kind: 'slow' }, 2)
    const before = server.requestCount(listRefunds)
    const sent = sendRefundDialog.confirm()
    await waitUntil(() => server.requestCount(listRefunds) === before + 2)
    sendRefundDialog.open(other)
    server.release()
    await waitForTask(sent)
    expect([await shownToasts(), sendRefundDialog.$row.get(), sendRefundDialog.$refusal.get()]).toEqual([
      [refundsText.refundNotOpen],
      other,
      null
    ])
  })
})

describe('a refund marked as refunded manually', () => {
  test('requires a note', async () => {
    const { closeRefundDialog, first } = await openPayments()
    closeRefundDialog.open(first)
    closeRefundDialog.fields.setField('note', '   ')
    await waitForTask(closeRefundDialog.confirm())
    expect([await shownToasts(), closeRefundDialog.fields.$errors.get().note]).toEqual([
      [],
      formsText.refundNoteRequired
    ])
    expect(server.requestCount(closeRefund)).toBe(0)
    closeRefundDialog.fields.setField('note', ' In cash ')
    expect(closeRefundDialog.fields.$errors.get().note).toBeUndefined()
    await waitForTask(closeRefundDialog.confirm())
    expect(server.requestsTo(closeRefund)).toMatchObject([
      { body: { amount: 140, note: 'In cash' }, path: '/api/admin/refunds/pay_1/close' }
    ])
    expect([(await shownToasts()).at(-1), closeRefundDialog.$row.get()]).toEqual([
      refundsText.list.markedRefunded,
      null
    ])
  })

  test('keeps the note when it fails or is postponed', async () => {
    const { closeRefundDialog, first } = await openPayments()
    closeRefundDialog.open(first)
    closeRefundDialog.fields.setField('note', 'In cash')
    server.fail(closeRefund, refusalFault('refund_not_open', refundsText.refundNotOpen), 1)
    server.answer(listRefunds, [], PAGE)
    await waitForTask(closeRefundDialog.confirm())
    expect([
      closeRefundDialog.fields.$fields.get().note,
      closeRefundDialog.$refusal.get(),
      await shownToasts()
    ]).toEqual(['In cash', refundsText.refundNotOpen, []])
    closeRefundDialog.cancel()
    expect(closeRefundDialog.fields.$fields.get().note).toBe('')
    closeRefundDialog.open({ ...first, id: 'pay_2' })
    expect(closeRefundDialog.fields.$fields.get().note).toBe('')
    closeRefundDialog.open(first)
    expect([closeRefundDialog.fields.$fields.get().note, closeRefundDialog.$refusal.get()]).toEqual(['In cash', null])
    await waitForTask(closeRefundDialog.confirm())
    closeRefundDialog.open(first)
    expect(closeRefundDialog.fields.$fields.get().note).toBe('')
  })

  test("triggers the browser's confirmation on leaving with an unsent note", async () => {
    const { closeRefundDialog, first } = await openPayments()
    closeRefundDialog.open(first)
    expect(asksBeforeLeaving()).toBe(false)
    closeRefundDialog.fields.setField('note', 'In cash')
    expect(asksBeforeLeaving()).toBe(true)
    closeRefundDialog.cancel()
    expect(asksBeforeLeaving()).toBe(false)
  })
})

const AGAINST = { ...dispute, refund_allowed: false }
const DISPUTED = { ...refund, dispute: AGAINST }
const DESPITE = { dispute_id: 'disp_1', status: 'open' }

describe('a disputed payment', () => {
  test('is refunded only after a second confirmation, which shows the dispute', async () => {
    const { first, sendRefundDialog } = await openPayments(DISPUTED)
    sendRefundDialog.open(first)
    await waitForTask(sendRefundDialog.confirm())
    expect([
      server.requestCount(sendRefund),
      sendRefundDialog.$needsSecondConfirmation.get(),
      sendRefundDialog.$row.get()
    ]).toEqual([0, true, first])
    await waitForTask(sendRefundDialog.confirm())
    expect(server.requestsTo(sendRefund)).toMatchObject([{ body: { amount: 140, despite_dispute: DESPITE } }])
    expect([await shownToasts(), sendRefundDialog.$row.get(), sendRefundDialog.$needsSecondConfirmation.get()]).toEqual(
      [[refundsText.refundProgress.queued], null, false]
    )
  })

  test('needs both confirmations again when the dispute has changed', async () => {
    const { first, sendRefundDialog } = await openPayments(DISPUTED)
    sendRefundDialog.open(first)
    await waitForTask(sendRefundDialog.confirm())
    server.fail(sendRefund, refusalFault('payment_disputed', refundsText.paymentDisputed), 1)
    server.answer(listRefunds, [{ ...DISPUTED, dispute: { ...AGAINST, status: 'lost' } }], PAGE)
    await waitForTask(sendRefundDialog.confirm())
    expect([sendRefundDialog.$refusal.get(), sendRefundDialog.$needsSecondConfirmation.get()]).toEqual([
      refundsText.paymentDisputed,
      false
    ])
    await waitForTask(sendRefundDialog.confirm())
    expect([sendRefundDialog.$refusal.get(), server.requestCount(sendRefund)]).toEqual([null, 1])
    await waitForTask(sendRefundDialog.confirm())
    expect(server.requestsTo(sendRefund).at(-1)?.body).toEqual({
      amount: 140,
      despite_dispute: { ...DESPITE, status: 'lost' }
    })
  })
})

describe("one of the provider's ids", () => {
  test.each([
    ['is copied', true, refundsText.list.copied],
    ['is to be copied manually when the browser refuses', false, refundsText.list.copyByHand]
  ])('%s', async (_, confirm, sentence) => {
    const writeText = confirm ? vi.fn(async () => undefined) : vi.fn(async () => Promise.reject(new Error('refused')))
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    const { copyId } = await import('#stores/admin/payments/refunds.ts')
    await waitForTask(copyId('pay_1'))
    expect(writeText).toHaveBeenCalledWith('pay_1')
    expect(await shownToasts()).toEqual([sentence])
  })
})
