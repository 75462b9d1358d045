// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cancelAnyBooking, listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { listDisputes } from '#contract/payments/disputes.ts'
import { closeRefund, listRefunds, sendRefund } from '#contract/payments/refunds.ts'
import * as admin from '#messages/admin.ts'
import { payments as text } from '#messages/portal.ts'
import { clearTheScene, draw, said, server, setTheScene, settled } from '../wire/scene.ts'
import { booking, dispute, openTab, refund } from './portal.ts'

beforeEach(setTheScene)
afterEach(clearTheScene)

const PAGE = { 'x-has-more': 'false' }

describe('disputes', () => {
  test('are asked for with the payments: the open ones by deadline, the decided ones by what came last', async () => {
    await openTab('payments')
    expect(server.sentTo(listDisputes).map(({ query }) => [query.is_decided, query.sort])).toEqual([
      ['false', 'respond_by'],
      ['true', '-told_at']
    ])
  })

  test('are sorted as the admin wishes, and stay apart', async () => {
    await openTab('payments')
    const { openDisputes } = await import('#stores/admin/bookings/dispute-lists.ts')
    openDisputes.sortBy('-created_at')
    await settled(null)
    expect(server.sentTo(listDisputes).at(-1)?.query).toMatchObject({ is_decided: 'false', sort: '-created_at' })
  })

  test('that wait for an answer are counted, on the bookings’ own view too', async () => {
    const { lists } = await openTab('bookings')
    const { $unanswered, openDisputes } = await import('#stores/admin/bookings/dispute-lists.ts')
    draw($unanswered)
    expect($unanswered.get()).toEqual({ count: 1, has_more: false })
    const all = [dispute, { ...dispute, status: 'under_review' }, { ...dispute, status: 'action_required' }]
    server.answer(listDisputes, all, { 'x-has-more': 'true' })
    await settled(openDisputes.load())
    expect($unanswered.get()).toEqual({ count: 2, has_more: true })
    expect(lists.bookings.$drawn.get()).not.toBe('loading')
  })
})

const AGAINST = { ...dispute, refund_allowed: false }
const DISPUTED = { ...refund, dispute: AGAINST }
const DESPITE = { dispute_id: 'disp_1', status: 'open' }

async function openReview() {
  await openTab('payments')
  server.answer(listRefunds, [DISPUTED], PAGE)
  server.answer(sendRefund, { ...refund, status: 'due' })
  server.answer(closeRefund, { ...refund, status: 'processed' })
  const { reviews } = await import('#stores/admin/bookings/refund-lists.ts')
  const store = await import('#stores/admin/bookings/refunds.ts')
  draw(store.sending.$row, store.closing.$row, store.$note)
  await settled(reviews.load())
  const drawn = reviews.$drawn.get()
  const [first] = typeof drawn === 'string' ? [] : drawn.rows
  if (!first) throw new Error('no refund has loaded')
  return { ...store, first }
}

describe('a payment that is disputed', () => {
  test('is refunded only after a second yes, which names the dispute that was shown', async () => {
    const { first, sending } = await openReview()
    sending.ask(first)
    await settled(sending.yes())
    expect([server.askedFor(sendRefund), sending.$isDoubted.get(), sending.$row.get()]).toEqual([0, true, first])
    await settled(sending.yes())
    expect(server.sentTo(sendRefund)).toMatchObject([{ body: { amount: 140, despite_dispute: DESPITE } }])
    expect([await said(), sending.$row.get(), sending.$isDoubted.get()]).toEqual([[text.sent], null, false])
  })

  test('is left alone by a no to the second question, and asked about twice again', async () => {
    const { first, sending } = await openReview()
    sending.ask(first)
    await settled(sending.yes())
    sending.no()
    expect([sending.$row.get(), sending.$isDoubted.get()]).toEqual([null, false])
    sending.ask(first)
    await settled(sending.yes())
    expect(server.askedFor(sendRefund)).toBe(0)
  })

  test('is asked about anew, twice, when the dispute is another by then', async () => {
    const { first, sending } = await openReview()
    sending.ask(first)
    await settled(sending.yes())
    server.fail(sendRefund, { body: { detail: admin.paymentDisputed }, kind: 'answers', status: 409 }, 1)
    server.answer(listRefunds, [{ ...DISPUTED, dispute: { ...AGAINST, status: 'lost' } }], PAGE)
    await settled(sending.yes())
    expect([sending.$refusal.get(), sending.$isDoubted.get()]).toEqual([admin.paymentDisputed, false])
    await settled(sending.yes())
    expect([sending.$refusal.get(), server.askedFor(sendRefund)]).toEqual([null, 1])
    await settled(sending.yes())
    expect(server.sentTo(sendRefund).at(-1)?.body).toEqual({
      amount: 140,
      despite_dispute: { ...DESPITE, status: 'lost' }
    })
  })

  test('of which nobody knew yet is shown as disputed once the server has refused', async () => {
    const { first, sending } = await openReview()
    sending.ask({ ...first, dispute: null })
    server.fail(sendRefund, { body: { detail: admin.paymentDisputed }, kind: 'answers', status: 409 }, 1)
    await settled(sending.yes())
    expect(sending.$row.get()?.dispute).toMatchObject(DESPITE)
    expect(sending.$refusal.get()).toBe(admin.paymentDisputed)
  })

  test('is marked as given back only after a second yes, with what was typed', async () => {
    const { askToClose, closeNow, closing, first, typeNote } = await openReview()
    askToClose(first)
    typeNote('By the dispute')
    await settled(closeNow())
    expect([server.askedFor(closeRefund), closing.$isDoubted.get()]).toEqual([0, true])
    await settled(closing.yes())
    expect(server.sentTo(closeRefund)).toMatchObject([
      { body: { amount: 140, despite_dispute: DESPITE, note: 'By the dispute' } }
    ])
  })
})

describe('a booking whose payment is disputed', () => {
  async function openBooking(changes: object) {
    await openTab('bookings')
    server.answer(listAllBookings, [{ ...booking, dispute: AGAINST, ...changes }], PAGE)
    server.answer(cancelAnyBooking, { ...booking, payment_status: 'Cancelled' })
    const { bookings } = await import('#stores/admin/dashboard-lists.ts')
    const { cancelling } = await import('#stores/admin/bookings/cancel.ts')
    draw(cancelling.$row)
    await settled(bookings.load())
    const drawn = bookings.$drawn.get()
    const [first] = typeof drawn === 'string' ? [] : drawn.rows
    cancelling.ask(first ?? null)
    await settled(cancelling.yes())
    return cancelling
  }

  test('is cancelled only after a second yes', async () => {
    const cancelling = await openBooking({})
    expect([server.askedFor(cancelAnyBooking), cancelling.$isDoubted.get()]).toEqual([0, true])
    await settled(cancelling.yes())
    expect(server.sentTo(cancelAnyBooking)).toMatchObject([{ body: { amount: 140, despite_dispute: DESPITE } }])
  })

  test('is cancelled after one where nothing of it goes back', async () => {
    await openBooking({ payment_status: 'Pending' })
    expect(server.sentTo(cancelAnyBooking)).toMatchObject([{ body: { amount: 0 } }])
  })
})
