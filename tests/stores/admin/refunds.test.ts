// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeRefund, listRefunds, sendRefund } from '#contract/payments/refunds.ts'
import * as admin from '#messages/admin.ts'
import { payments as text } from '#messages/portal.ts'
import { clearTheScene, draw, said, server, setTheScene, settled, until } from '../wire/scene.ts'
import { openTab, refund } from './portal.ts'

beforeEach(setTheScene)
afterEach(clearTheScene)

async function openPayments() {
  await openTab('payments')
  const { $waiting, refunds, reviews } = await import('#stores/admin/bookings/refund-lists.ts')
  const store = await import('#stores/admin/bookings/refunds.ts')
  draw($waiting, store.sending.$row, store.closing.$row, store.$note)
  const drawn = reviews.$drawn.get()
  const [first] = typeof drawn === 'string' ? [] : drawn.rows
  if (!first) throw new Error('no refund has loaded')
  server.answer(sendRefund, { ...refund, status: 'sent' })
  server.answer(closeRefund, { ...refund, status: 'processed' })
  return { ...store, $waiting, first, refunds, reviews }
}

const conflict = (sentence: string) => ({ body: { detail: sentence }, kind: 'answers', status: 409 }) as const

describe('what needs a person', () => {
  test('is asked for apart, and all refunds beside it', async () => {
    await openPayments()
    expect(server.sentTo(listRefunds).map(({ query }) => query.status)).toEqual(['review', undefined])
  })

  test('is counted, on the bookings’ own view too', async () => {
    await openTab('bookings')
    const { $waiting } = await import('#stores/admin/bookings/refund-lists.ts')
    expect($waiting.get()).toEqual({ count: 1, has_more: false })
    expect(server.askedFor(listRefunds)).toBe(1)
  })

  test('is more than can be counted where there is another page, and on that page', async () => {
    const { $waiting, reviews } = await openPayments()
    server.answer(listRefunds, [refund, { ...refund, payment_id: 'pay_2' }], { 'x-has-more': 'true' })
    await settled(reviews.load())
    expect($waiting.get()).toEqual({ count: 2, has_more: true })
    server.answer(listRefunds, [refund], { 'x-has-more': 'false' })
    reviews.turnTo(2)
    await settled(null)
    expect($waiting.get()?.has_more).toBe(true)
  })

  test('stays what it is when all refunds are narrowed', async () => {
    const { refunds, reviews } = await openPayments()
    refunds.filter('status', 'processed')
    await settled(null)
    expect(server.sentTo(listRefunds).at(-1)?.query).toMatchObject({ page: '1', status: 'processed' })
    await settled(reviews.load())
    expect(server.sentTo(listRefunds).at(-1)?.query.status).toBe('review')
  })
})

describe('a refund', () => {
  test('is sent with the amount that was shown, and both lists are asked again', async () => {
    const { first, sending } = await openPayments()
    sending.ask(first)
    await settled(sending.yes())
    expect(server.sentTo(sendRefund)).toMatchObject([{ body: { amount: 140 }, path: '/api/admin/refunds/pay_1/send' }])
    expect([await said(), sending.$row.get(), server.askedFor(listRefunds)]).toEqual([[text.sent], null, 4])
  })

  test('is sent once however often it is pressed, and by nobody who has not been asked', async () => {
    const { first, sending } = await openPayments()
    await settled(sending.yes())
    sending.ask(first)
    sending.no()
    await settled(sending.yes())
    expect(server.askedFor(sendRefund)).toBe(0)
    sending.ask(first)
    server.fail(sendRefund, { kind: 'slow' }, 1)
    const pressed = [sending.yes(), sending.yes()]
    await until(() => server.isWaitedFor())
    expect(sending.$busy.get()).toBe(true)
    server.release()
    await settled(Promise.all(pressed))
    expect([server.askedFor(sendRefund), sending.$busy.get()]).toEqual([1, false])
  })

  test('that is not what was shown is asked about anew, with the amount it is now', async () => {
    const { first, sending } = await openPayments()
    sending.ask(first)
    server.fail(sendRefund, conflict(admin.amountChanged), 1)
    server.answer(listRefunds, [{ ...refund, amount: 90 }], { 'x-has-more': 'false' })
    await settled(sending.yes())
    expect([await said(), sending.$refusal.get()]).toEqual([[], admin.amountChanged])
    expect(sending.$row.get()).toMatchObject({ amount: 90 })
    await settled(sending.yes())
    expect(server.sentTo(sendRefund).map(({ body }) => body)).toEqual([{ amount: 140 }, { amount: 90 }])
    expect(sending.$refusal.get()).toBeNull()
  })

  test('that somebody else has sent meanwhile is asked about no longer', async () => {
    const { first, sending } = await openPayments()
    sending.ask(first)
    server.fail(sendRefund, conflict(admin.refundNotOpen), 1)
    server.answer(listRefunds, [], { 'x-has-more': 'false' })
    await settled(sending.yes())
    expect([await said(), sending.$row.get(), sending.$refusal.get()]).toEqual([[admin.refundNotOpen], null, null])
  })

  test('that is sent closes no question about another one', async () => {
    const { first, sending } = await openPayments()
    const other = { ...first, payment_id: 'pay_2' }
    sending.ask(first)
    server.fail(sendRefund, { kind: 'slow' }, 1)
    const sent = sending.yes()
    await until(() => server.isWaitedFor())
    sending.ask(other)
    server.release()
    await settled(sent)
    expect([await said(), sending.$row.get()]).toEqual([[text.sent], other])
  })

  test('that somebody else has sent changes no question about another one', async () => {
    const { first, sending } = await openPayments()
    const other = { ...first, payment_id: 'pay_2' }
    sending.ask(first)
    server.fail(sendRefund, conflict(admin.refundNotOpen), 1)
    server.fail(listRefunds, { kind: 'slow' }, 2)
    const before = server.askedFor(listRefunds)
    const sent = sending.yes()
    await until(() => server.askedFor(listRefunds) === before + 2)
    sending.ask(other)
    server.release()
    await settled(sent)
    expect([await said(), sending.$row.get(), sending.$refusal.get()]).toEqual([[admin.refundNotOpen], other, null])
  })

  test('whose sending fails otherwise is still asked about', async () => {
    const { first, sending } = await openPayments()
    sending.ask(first)
    server.fail(sendRefund, { kind: 'plain' }, 1)
    await settled(sending.yes())
    expect([await said(), sending.$row.get(), sending.$refusal.get()]).toEqual([[text.sendFailed], first, null])
  })
})

describe('a refund given back another way', () => {
  test('takes a note, which has to say something', async () => {
    const { $noteError, askToClose, closeNow, closing, first, typeNote } = await openPayments()
    askToClose(first)
    typeNote('   ')
    await settled(closeNow())
    expect([await said(), $noteError.get()]).toEqual([[], admin.noteRequired])
    expect(server.askedFor(closeRefund)).toBe(0)
    typeNote(' In cash ')
    expect($noteError.get()).toBeNull()
    await settled(closeNow())
    expect(server.sentTo(closeRefund)).toMatchObject([
      { body: { amount: 140, note: 'In cash' }, path: '/api/admin/refunds/pay_1/close' }
    ])
    expect([(await said()).at(-1), closing.$row.get()]).toEqual([text.closed, null])
  })

  test('loses nothing that was typed, whether it fails or is put off', async () => {
    const { $note, askToClose, closeNow, closing, first, typeNote } = await openPayments()
    askToClose(first)
    typeNote('In cash')
    server.fail(closeRefund, conflict(admin.refundNotOpen), 1)
    server.answer(listRefunds, [], { 'x-has-more': 'false' })
    await settled(closeNow())
    expect([$note.get(), closing.$refusal.get(), await said()]).toEqual(['In cash', admin.refundNotOpen, []])
    closing.no()
    expect($note.get()).toBe('')
    askToClose({ ...first, payment_id: 'pay_2' })
    expect($note.get()).toBe('')
    askToClose(first)
    expect([$note.get(), closing.$refusal.get()]).toEqual(['In cash', null])
    await settled(closeNow())
    askToClose(first)
    expect($note.get()).toBe('')
  })

  test('lets the browser ask before a page with an unsent note is left', async () => {
    const { askToClose, closing, first, typeNote } = await openPayments()
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true })
      dispatchEvent(event)
      return event.defaultPrevented
    }
    askToClose(first)
    expect(leave()).toBe(false)
    typeNote('In cash')
    expect(leave()).toBe(true)
    closing.no()
    expect(leave()).toBe(false)
  })
})

describe("one of the provider's ids", () => {
  test.each([
    ['is copied', true, text.copied],
    ['is to be copied by hand where the browser refuses', false, text.copyByHand]
  ])('%s', async (_, works, sentence) => {
    const writeText = works ? vi.fn(async () => undefined) : vi.fn(async () => Promise.reject(new Error('refused')))
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    const { copyId } = await import('#stores/admin/kit/copy-id.ts')
    await settled(copyId('pay_1'))
    expect(writeText).toHaveBeenCalledWith('pay_1')
    expect(await said()).toEqual([sentence])
  })
})
