// @vitest-environment jsdom

import { beforeEach, describe, expect, test } from 'vitest'
import { ACCENT_LIGHT, BRAND_NAME } from '#domain/brand/brand.ts'
import { READ_RETRY_DELAYS_MS } from '#domain/constants.ts'
import * as text from '#messages/booking/booking.ts'
import * as payments from '#messages/payments/payments.ts'
import { advanceTime, delayedReply, errorReply, json, offline } from '#tests/helpers/servers/api-server.ts'
import { dialogs, order, receipt } from '#tests/stores/payment/provider-dialog.ts'
import { network, requestsTo } from '#tests/stores/rider-tab.ts'
import { dialog, openLoadedPage, setUpRiderPage } from './page.ts'

const HOURLY = '/api/bookings/hourly'
const FAILED = '/api/bookings/payment-failed'
const SUCCESS = '/api/bookings/payment-success'

setUpRiderPage()

/** Selects today at 7:00 pm for three hours. */
async function arriveAndChoose() {
  const page = await openLoadedPage()
  page.chooseSlot('19:00')
  page.chooseOffer('plan-2')
  return page
}

describe('the booking page', () => {
  test('has its scooter and the payer', async () => {
    const { $bookingPage } = await openLoadedPage()
    expect($bookingPage.get()).toMatchObject({
      profile: { name: 'Asha' },
      scooter: { id: '7', name: 'Ather' }
    })
  })
  test.each([
    [
      'the profile does not load',
      '/api/profile',
      () => errorReply('Internal server error', 500),
      text.profileNotLoaded
    ],
    ['the rider has no property', '/api/profile', () => json({ email: 'r@x.in', name: 'A' }), text.profileNotLoaded],
    [
      'the scooter is missing',
      '/api/properties/1/scooters',
      () => json([{ id: 8, name: 'B', status: 'Available' }]),
      text.scooterNotFound
    ],
    ['the scooters do not load', '/api/properties/1/scooters', offline, text.scooterLoadFailed]
  ])('redirects when %s', async (_, path, reply, sentence) => {
    network.replies[path] = reply
    const { $bookingPage, carried } = await openLoadedPage()
    await advanceTime(READ_RETRY_DELAYS_MS[0])
    expect($bookingPage.get()).toBeNull()
    expect(JSON.parse(carried())).toEqual([{ kind: 'error', sentence }])
  })
})

describe('Book Now', () => {
  test('requires a slot first, then a plan', async () => {
    const { $highlightedChoice, book, chooseOffer, chooseSlot, toastTexts } = await openLoadedPage()
    chooseOffer('none')
    chooseSlot(null)
    expect($highlightedChoice.get()).toBeNull()
    expect(await book()).toBe('time')
    expect($highlightedChoice.get()).toBe('time')
    chooseSlot('19:00')
    expect(await book()).toBe('offer')
    chooseOffer('plan-2')
    expect($highlightedChoice.get()).toBeNull()
    expect(toastTexts()).toEqual([text.choosePlanFirst, text.choosePlanFirst])
    expect(requestsTo(HOURLY)).toEqual([])
  })
  test('orders the plan for the selected time in India, opens the dialog, confirms and leaves the page', async () => {
    const { $isProcessing, $slot, book, carried } = await arriveAndChoose()
    const booked = book()
    expect($isProcessing.get()).toBe(true)
    const { options } = await dialog()
    expect(requestsTo(HOURLY).map(({ body }) => body)).toEqual([
      { pricing_plan_id: '2', scooter_id: '7', start_time: '2026-06-15T13:30:00.000Z' }
    ])
    expect(options).toMatchObject({
      amount: 14_000,
      currency: 'INR',
      description: 'Ather, Mon 15 Jun, 7:00 – 10:00\u00a0pm',
      key: 'rzp_live_key',
      name: BRAND_NAME,
      order_id: 'order_1',
      prefill: { contact: '+919845012345', email: 'r@demo.test', name: 'Asha' },
      theme: { color: ACCENT_LIGHT },
      timeout: 14 * 60
    })
    options.handler(receipt)
    await advanceTime(20)
    expect(await booked).toBeNull()
    expect(requestsTo(SUCCESS).map(({ body }) => body)).toEqual([{ ...receipt, session_id: 'payment-session-1' }])
    expect(JSON.parse(carried())).toEqual([{ kind: 'success', sentence: payments.paymentSucceeded }])
    expect($slot.get()).toBeNull()
    expect($isProcessing.get()).toBe(false)
  })
  test('orders a duration when there are no plans', async () => {
    network.replies['/api/properties/1/pricing-plans'] = () => json({ pricing_plans: [] })
    network.replies[HOURLY] = () => json({ ...order, amount: 28_000 })
    const { book, chooseOffer, chooseSlot } = await openLoadedPage()
    chooseSlot('19:00')
    chooseOffer('hours-6')
    void book()
    await dialog()
    expect(requestsTo(HOURLY)[0]?.body).toEqual({
      duration_hours: 6,
      scooter_id: '7',
      start_time: '2026-06-15T13:30:00.000Z'
    })
  })
  test('creates one order for two presses', async () => {
    const { book } = await arriveAndChoose()
    void book()
    void book()
    await dialog()
    void book()
    await advanceTime(20)
    expect(requestsTo(HOURLY)).toHaveLength(1)
    expect(dialogs).toHaveLength(1)
  })
  test("waits for the new date's plans before it orders", async () => {
    const { book, chooseDay } = await arriveAndChoose()
    network.replies['/api/properties/1/pricing-plans'] = () => delayedReply(500, () => json({ pricing_plans: [] }))
    chooseDay('2026-06-16')
    const booked = book()
    await advanceTime(1000)
    expect(await booked).toBe('offer')
    expect(requestsTo(HOURLY)).toEqual([])
  })
  test.each([
    ["the server's message", () => errorReply('This scooter is not available for booking'), text.scooterUnavailable],
    ['the default message without a response', offline, text.bookingFailed]
  ])('shows a rejection with %s', async (_, reply, sentence) => {
    network.replies[HOURLY] = reply
    const { $isProcessing, book, toastTexts } = await arriveAndChoose()
    await book()
    expect(toastTexts()).toEqual([sentence])
    expect($isProcessing.get()).toBe(false)
  })
})

describe('a scooter that was held too often', () => {
  test('shows the server’s message and keeps the selection', async () => {
    const sentence = text.tooManyHoldsOfScooter('6:30\u00a0pm')
    network.replies[HOURLY] = () => errorReply(sentence, 429, { 'retry-after': '3600' })
    const { $offer, $isProcessing, $slot, book, toastTexts } = await arriveAndChoose()
    expect(await book()).toBeNull()
    expect(toastTexts()).toEqual([sentence])
    expect($slot.get()).toBe('19:00')
    expect($offer.get()?.orderFields).toEqual({ pricing_plan_id: '2' })
    expect($isProcessing.get()).toBe(false)
    expect(dialogs).toEqual([])
    network.replies[HOURLY] = () => json(order)
    void book()
    await dialog()
    expect(requestsTo(HOURLY)).toHaveLength(2)
  })
})

describe('a hold that replaces another', () => {
  test('opens the dialog for as long as the server holds the slot', async () => {
    network.replies[HOURLY] = () => json({ ...order, hold_seconds: 240 })
    const { book } = await arriveAndChoose()
    void book()
    expect((await dialog()).options.timeout).toBe(180)
  })
})

describe('a payment that the rider closed', () => {
  /** Books and closes the dialog. Returns the page. */
  async function closePayment(hold_seconds: number | null) {
    network.replies[HOURLY] = () => json({ ...order, hold_seconds })
    const page = await arriveAndChoose()
    const booked = page.book()
    ;(await dialog()).options.modal.ondismiss()
    await booked
    return page
  }

  test('leaves a hold of five minutes, which it names with the ride', async () => {
    const { $selectedHold, chooseSlot } = await closePayment(900)
    const until = $selectedHold.get()?.until.getTime() ?? 0
    expect(Math.round((until - Date.now()) / 1000)).toBe(300)
    expect($selectedHold.get()?.isShortened).toBe(true)
    chooseSlot('20:00')
    expect($selectedHold.get()).toBeNull()
    chooseSlot('19:00')
    expect($selectedHold.get()).not.toBeNull()
  })
  test('does not make a shorter hold longer', async () => {
    const { $selectedHold } = await closePayment(120)
    const until = $selectedHold.get()?.until.getTime() ?? 0
    expect(Math.round((until - Date.now()) / 1000)).toBe(120)
    expect($selectedHold.get()?.isShortened).toBe(false)
  })
  test('names no hold after its end', async () => {
    const { $selectedHold } = await closePayment(900)
    await advanceTime(316_000)
    expect($selectedHold.get()).toBeNull()
  })
  test('names no hold with a backend that does not tell its end', async () => {
    expect((await closePayment(null)).$selectedHold.get()).toBeNull()
  })
})

describe('a taken slot', () => {
  const conflict = (start?: string, end?: string) => () =>
    errorReply(text.bookingConflict, 400, start && end ? { 'x-conflict-end': end, 'x-conflict-start': start } : {})

  test.each([
    [
      '2026-06-15T14:00:00Z',
      '2026-06-15T16:30:00Z',
      'The scooter is booked between 7:30\u00a0pm to 10:00\u00a0pm today'
    ],
    [
      '2026-06-15T18:30:00',
      '2026-06-15T20:00:00',
      'The scooter is booked between 12:00\u00a0am to 1:30\u00a0am on Tue 16 Jun 2026'
    ],
    [undefined, undefined, 'This time slot is already booked'],
    ['nonsense', 'nonsense', 'This time slot is already booked']
  ])('from %s to %s is shown in India time', async (start, end, sentence) => {
    network.replies[HOURLY] = conflict(start, end)
    const { $slot, $timeError, book, toastTexts } = await arriveAndChoose()
    expect(await book()).toBe('time')
    expect(toastTexts()).toEqual([sentence])
    expect($timeError.get()).toBe(sentence)
    expect($slot.get()).toBeNull()
  })
  test('is no longer reported after another slot, another date or a retry', async () => {
    network.replies[HOURLY] = conflict()
    const { $timeError, book, chooseDay, chooseSlot } = await arriveAndChoose()
    await book()
    chooseSlot('20:00')
    expect($timeError.get()).toBe('')
    await book()
    chooseDay('2026-06-16')
    expect($timeError.get()).toBe('')
    chooseSlot('20:00')
    await book()
    chooseSlot('20:00')
    network.replies[HOURLY] = () => json(order)
    void book()
    await dialog()
    expect($timeError.get()).toBe('')
  })
})

describe('a price that differs from the one shown', () => {
  beforeEach(() => {
    network.replies[HOURLY] = () => json({ ...order, amount: 16_000 })
  })
  test('needs a confirmation before the payment', async () => {
    const { $priceConfirmation, book } = await arriveAndChoose()
    void book()
    await advanceTime(20)
    expect($priceConfirmation.get()).toMatchObject({ orderPrice: 160, shownPrice: 140 })
    expect(dialogs).toEqual([])
    $priceConfirmation.get()?.resolve(true)
    expect((await dialog()).options.amount).toBe(16_000)
    expect($priceConfirmation.get()).toBeNull()
  })
  test('is recorded like a dismissed dialog when declined', async () => {
    const { $priceConfirmation, $slot, book, toastTexts } = await arriveAndChoose()
    const booked = book()
    await advanceTime(20)
    $priceConfirmation.get()?.resolve(false)
    await booked
    await advanceTime(20)
    expect(dialogs).toEqual([])
    expect(requestsTo(FAILED)[0]?.body).toEqual({
      error_description: 'Payment cancelled by user',
      session_id: 'payment-session-1'
    })
    expect(toastTexts()).toEqual([payments.paymentCancelled])
    expect($slot.get()).toBe('19:00')
  })
})

test('a payment whose verification failed keeps the form, shows the error, and stores the payment session', async () => {
  network.replies[SUCCESS] = () => errorReply('The payment could not be verified')
  const { $paymentError, $slot, book, carried, toastTexts } = await arriveAndChoose()
  const booked = book()
  const { options } = await dialog()
  options.handler(receipt)
  await advanceTime(20)
  expect(await booked).toBe('payment_error')
  expect(toastTexts()).toEqual([payments.verificationFailed])
  expect($paymentError.get()).toMatchObject({ amountBeingConfirmed: 140, payment_id: 'pay_1' })
  expect(carried()).toBe('')
  expect($slot.get()).toBe('19:00')
  expect(sessionStorage.getItem('confirming')).toBe('["payment-session-1","2026-06-15T16:30:00.000Z"]')
})

test('a payment that the server has rejected is not said to be confirmed later', async () => {
  network.replies['/api/properties/1/scooters'] = () =>
    json([{ id: 7, name: 'Ather', property_id: 1, status: 'Available', support_phone: '15550100' }])
  network.replies[SUCCESS] = () => json({ message: payments.paidTooLate, payment_status: 'Refunded', success: false })
  const { $paymentError, book } = await arriveAndChoose()
  const booked = book()
  const { options } = await dialog()
  options.handler(receipt)
  await advanceTime(20)
  await booked
  expect($paymentError.get()).toEqual({
    amountBeingConfirmed: null,
    payment_id: 'pay_1',
    sentence: payments.paidTooLate,
    supportPhone: '15550100'
  })
  expect(sessionStorage.getItem('confirming')).toBeNull()
})

test('a payment that is being confirmed opens My Bookings and stores the payment session', async () => {
  network.replies[SUCCESS] = () => json({ is_settling: true, message: payments.beingConfirmed, success: false })
  const { $slot, book, carried } = await arriveAndChoose()
  const booked = book()
  const { options } = await dialog()
  options.handler(receipt)
  await advanceTime(20)
  await booked
  expect(carried()).toContain(payments.beingConfirmed)
  expect($slot.get()).toBeNull()
  expect(sessionStorage.getItem('confirming')).toBe('["payment-session-1","2026-06-15T16:30:00.000Z"]')
})
