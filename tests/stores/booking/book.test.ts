// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { listPropertyPlans, listPropertyScooters } from '#contract/catalogue/catalogue.ts'
import { confirmPayment, recordPaymentFailure } from '#contract/payments/orders.ts'
import { getProfile } from '#contract/riders/profile.ts'
import { PAUSED_WITHOUT_END } from '#domain/bookings/opening.ts'
import { ACCENT_LIGHT, BRAND_NAME } from '#domain/brand/brand.ts'
import { READ_RETRY_DELAYS_MS } from '#domain/constants.ts'
import { TERMS_VERSION } from '#domain/operator.ts'
import { BOOKING_BLOCKS, type BookingBlock } from '#domain/riders/licence.ts'
import { LICENCE_PATH, PATHS, whatsAppUrl } from '#domain/routes.ts'
import { instantAt } from '#domain/time/india-time.ts'
import * as appShellText from '#messages/app-shell.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as bookingBlocksText from '#messages/booking/booking-blocks.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { delayed, errorFault, refusalFault, serverError } from '#tests/helpers/servers/fault-server.ts'
import { advanceTime, carriedToasts, server, shownToasts, visitedUrls, withKind } from '#tests/stores/browser-tab.ts'
import { dialogs, order, receipt } from '#tests/stores/payment/provider-dialog.ts'
import { ather, dialog, openLoadedPage, setUpRiderPage } from './page.ts'

setUpRiderPage()

/** Selects today at 7:00 pm for three hours. */
async function arriveAndChoose() {
  const page = await openLoadedPage()
  page.chooseSlot('19:00')
  page.chooseOffer('plan-2')
  return page
}

describe('the booking page', () => {
  test('says until when the selected ride can be cancelled for free', async () => {
    const terms = { free_cancel_minutes: 60, grace_minutes: 0, late_cancel_percent: 50 }
    server.answer(listPropertyScooters, [{ ...ather, ...terms }])
    const { $cancellationTerms, chooseSlot } = await openLoadedPage()
    const said = [null, '15:00', '19:00'].map(slot => {
      chooseSlot(slot)
      return $cancellationTerms.get()
    })
    const ends = [bookingText.beforeStart(60), null, '6:00\u00a0pm']
    expect(said).toEqual(ends.map(end => bookingText.rideTerms(terms, end)))
  })
  test.each([
    ['the profile does not load', () => server.fail(getProfile, serverError), bookingText.profileNotLoaded],
    [
      'the rider has no property',
      () => server.answer(getProfile, { email: 'r@x.in', name: 'A' }),
      bookingText.profileNotLoaded
    ],
    [
      'the scooter is missing',
      () => server.answer(listPropertyScooters, [{ ...ather, id: 8 }]),
      bookingText.scooterNotFound,
      '/?elsewhere'
    ],
    [
      'the scooters do not load',
      () => server.fail(listPropertyScooters, { kind: 'offline' }),
      bookingText.scooterLoadFailed
    ]
  ])('redirects when %s', async (_, prepare, sentence, place = '/') => {
    prepare()
    const { $bookingPage } = await openLoadedPage()
    await advanceTime(READ_RETRY_DELAYS_MS[0])
    expect($bookingPage.get()).toBeNull()
    expect(carriedToasts(withKind)).toEqual([`error: ${sentence}`])
    expect(visitedUrls).toEqual([place])
  })
})

describe('a rider who may not book', () => {
  const bookable = (booking_block: BookingBlock | null) =>
    server.answer(listPropertyScooters, [{ ...ather, booking_block }])
  const refuse = (code: BookingBlock, times?: number) =>
    server.fail(createHourlyBooking, refusalFault(code, bookingBlocksText.BLOCK_TEXTS[code]), times)

  test('reads why before Book Now, which still asks the server', async () => {
    bookable('license_unreviewed')
    const { $bookingBlock, book } = await arriveAndChoose()
    expect($bookingBlock.get()).toBe('license_unreviewed')
    const booked = book()
    const { options } = await dialog()
    expect($bookingBlock.get()).toBeNull()
    options.handler(receipt)
    await advanceTime(20)
    expect(await booked).toBeNull()
  })
  test.each([
    ['', { booking_block: 'rider_suspended' as const }, 'rider_suspended'],
    [' in a pause without an end', { paused_until: PAUSED_WITHOUT_END }, 'property_paused'],
    [' in a pause that ends tomorrow', { paused_until: instantAt('2026-06-16', '10:00').toISOString() }, null]
  ])('has something else to press than Book Now%s', async (_, fields, obstacle) => {
    server.answer(listPropertyScooters, [{ ...ather, ...fields }])
    const { $obstacle } = await openLoadedPage()
    expect($obstacle.get()).toBe(obstacle)
  })
  test.each([
    ['rider_suspended', '911234567', whatsAppUrl('911234567', appShellText.supportRequest(null))],
    ['rider_suspended', null, PATHS.contact],
    ['property_paused', null, PATHS.contact],
    ['license_rejected', null, LICENCE_PATH],
    ['license_expired', null, LICENCE_PATH],
    ['license_unreviewed', '911234567', undefined]
  ] as const)('with %s and the support number %s is led to %s', async (obstacle, phone, href) => {
    const { obstacleLink } = await import('#stores/app/obstacle-link.ts')
    expect(obstacleLink(obstacle, phone)?.href).toBe(href)
  })
  test.each(BOOKING_BLOCKS)('is refused with %s in place, without a toast, and keeps the choices', async code => {
    const { $bookingBlock, $offer, $slot, book } = await arriveAndChoose()
    refuse(code)
    expect(await book()).toBe('block')
    expect($bookingBlock.get()).toBe(code)
    expect([$slot.get(), $offer.get()?.key]).toEqual(['19:00', 'plan-2'])
    expect(await shownToasts()).toEqual([])
  })
  test('may book an earlier ride than the one before whose end the licence ends', async () => {
    const { $bookingBlock, book, chooseSlot } = await arriveAndChoose()
    refuse('license_expired', 1)
    await book()
    chooseSlot('18:30')
    expect($bookingBlock.get()).toBeNull()
    chooseSlot('19:30')
    expect($bookingBlock.get()).toBe('license_expired')
  })
  test('may book again once the page is loaded again', async () => {
    const { $bookingBlock, book, loadBookingPage } = await arriveAndChoose()
    refuse('rider_suspended', 1)
    await book()
    await loadBookingPage()
    expect($bookingBlock.get()).toBeNull()
  })
})

describe('Book Now', () => {
  test('requires a slot first, then a plan', async () => {
    const { $highlightedChoice, book, chooseOffer, chooseSlot } = await openLoadedPage()
    chooseOffer('none')
    chooseSlot(null)
    expect($highlightedChoice.get()).toBeNull()
    expect(await book()).toBe('time')
    expect($highlightedChoice.get()).toBe('time')
    chooseSlot('19:00')
    expect(await book()).toBe('offer')
    chooseOffer('plan-2')
    expect($highlightedChoice.get()).toBeNull()
    expect(await shownToasts()).toEqual([bookingText.choosePlanFirst])
    expect(server.requestsTo(createHourlyBooking)).toEqual([])
  })
  test('orders the plan for the selected time in India, opens the dialog, confirms and leaves the page', async () => {
    const { $isProcessing, $slot, book } = await arriveAndChoose()
    const booked = book()
    expect($isProcessing.get()).toBe(true)
    const { options } = await dialog()
    expect(server.requestsTo(createHourlyBooking).map(({ body }) => body)).toEqual([
      {
        pricing_plan_id: '2',
        scooter_id: '7',
        start_time: '2026-06-15T13:30:00.000Z',
        terms_version: TERMS_VERSION
      }
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
    expect(server.requestsTo(confirmPayment).map(({ body }) => body)).toEqual([
      { ...receipt, session_id: 'payment-session-1' }
    ])
    expect(carriedToasts(withKind)).toEqual([`success: ${paymentsText.paymentSucceeded}`])
    expect($slot.get()).toBeNull()
    expect($isProcessing.get()).toBe(false)
  })
  test('sends a note to the staff only if the rider has typed in its field, also to empty it', async () => {
    const page = await arriveAndChoose()
    const { writeNote } = await import('#stores/booking/book.ts')
    const bodies = () => server.requestsTo(createHourlyBooking).map(({ body }) => body)
    const press = async () => {
      void page.book()
      await advanceTime(100)
      dialogs.at(-1)?.options.modal.ondismiss()
      await advanceTime(100)
    }
    await press()
    writeNote('Two helmets')
    await press()
    writeNote('')
    await press()
    expect(bodies().map(body => (body as { note_to_staff?: string }).note_to_staff)).toEqual([
      undefined,
      'Two helmets',
      ''
    ])
  })

  test('orders a duration when there are no plans', async () => {
    server.answer(listPropertyPlans, { pricing_plans: [] })
    server.answer(createHourlyBooking, { ...order, amount: 28_000 })
    const { book, chooseOffer, chooseSlot } = await openLoadedPage()
    chooseSlot('19:00')
    chooseOffer('hours-6')
    void book()
    await dialog()
    expect(server.requestsTo(createHourlyBooking)[0]?.body).toEqual({
      duration_hours: 6,
      scooter_id: '7',
      start_time: '2026-06-15T13:30:00.000Z',
      terms_version: TERMS_VERSION
    })
  })
  test('creates one order for two presses', async () => {
    const { book } = await arriveAndChoose()
    void book()
    void book()
    await dialog()
    void book()
    await advanceTime(20)
    expect(server.requestCount(createHourlyBooking)).toBe(1)
    expect(dialogs).toHaveLength(1)
  })
  test("waits for the new date's plans before it orders", async () => {
    const { book, chooseDay } = await arriveAndChoose()
    server.answerTo(listPropertyPlans, () => delayed(500, { body: { pricing_plans: [] } }))
    chooseDay('2026-06-16')
    const booked = book()
    await advanceTime(1000)
    expect(await booked).toBe('offer')
    expect(server.requestsTo(createHourlyBooking)).toEqual([])
  })
})

describe('a payment that the rider closed', () => {
  /** Books and closes the dialog. Returns the page. */
  async function closePayment(hold_seconds: number | null) {
    server.answer(createHourlyBooking, { ...order, hold_seconds })
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
  const conflict = (start?: string, end?: string) =>
    errorFault(
      bookingText.bookingConflict,
      400,
      start && end ? { 'x-conflict-end': end, 'x-conflict-start': start } : {}
    )

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
    server.fail(createHourlyBooking, conflict(start, end))
    const { $slot, $timeError, book } = await arriveAndChoose()
    expect(await book()).toBe('time')
    expect(await shownToasts()).toEqual([sentence])
    expect($timeError.get()).toBe(sentence)
    expect($slot.get()).toBeNull()
  })
  test('is no longer reported after another slot, another date or a retry', async () => {
    server.fail(createHourlyBooking, conflict())
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
    server.answer(createHourlyBooking, order)
    void book()
    await dialog()
    expect($timeError.get()).toBe('')
  })
})

describe('a price that differs from the one shown', () => {
  beforeEach(() => {
    server.answer(createHourlyBooking, { ...order, amount: 16_000 })
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
  test('is recorded like a dismissed dialog when declined, without a message, and the prices are loaded again', async () => {
    const { $priceConfirmation, $slot, book } = await arriveAndChoose()
    const booked = book()
    await advanceTime(20)
    $priceConfirmation.get()?.resolve(false)
    await booked
    await advanceTime(20)
    expect(dialogs).toEqual([])
    expect(server.requestsTo(recordPaymentFailure)[0]?.body).toEqual({
      error_description: 'Payment cancelled by user',
      session_id: 'payment-session-1'
    })
    expect(await shownToasts()).toEqual([])
    expect(server.requestCount(listPropertyPlans)).toBeGreaterThan(1)
    expect($slot.get()).toBe('19:00')
  })
})

test('a payment whose verification failed keeps the form, shows the error, and stores the payment session', async () => {
  server.fail(confirmPayment, errorFault('The payment could not be verified'))
  const { $paymentError, $slot, book } = await arriveAndChoose()
  const booked = book()
  const { options } = await dialog()
  options.handler(receipt)
  await advanceTime(20)
  expect(await booked).toBe('payment_error')
  expect(await shownToasts()).toEqual([paymentsText.verificationFailed])
  expect($paymentError.get()).toMatchObject({ amountBeingConfirmed: 140, payment_id: 'pay_1' })
  expect(carriedToasts()).toEqual([])
  expect($slot.get()).toBe('19:00')
  expect(sessionStorage.getItem('confirming')).toBe('["payment-session-1","2026-06-15T16:30:00.000Z"]')
})

test('a payment that the server has rejected is not said to be confirmed later', async () => {
  server.answer(listPropertyScooters, [{ ...ather, support_phone: '15550100' }])
  server.answer(confirmPayment, { message: paymentsText.paidTooLate, payment_status: 'Refunded', success: false })
  const { $paymentError, book } = await arriveAndChoose()
  const booked = book()
  const { options } = await dialog()
  options.handler(receipt)
  await advanceTime(20)
  await booked
  expect($paymentError.get()).toEqual({
    amountBeingConfirmed: null,
    payment_id: 'pay_1',
    sentence: paymentsText.paidTooLate,
    supportPhone: '15550100'
  })
  expect(sessionStorage.getItem('confirming')).toBeNull()
})

test('a payment that is being confirmed opens My Bookings and stores the payment session', async () => {
  server.answer(confirmPayment, { is_settling: true, message: paymentsText.beingConfirmed, success: false })
  const { $slot, book } = await arriveAndChoose()
  const booked = book()
  const { options } = await dialog()
  options.handler(receipt)
  await advanceTime(20)
  await booked
  expect(carriedToasts()).toContain(paymentsText.beingConfirmed)
  expect($slot.get()).toBeNull()
  expect(sessionStorage.getItem('confirming')).toBe('["payment-session-1","2026-06-15T16:30:00.000Z"]')
})
