// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import type { PaymentStatus } from '#domain/bookings/booking-status.ts'
import { BRAND_NAME } from '#domain/brand/brand.ts'
import { sessionEnded } from '#messages/account/session.ts'
import { checkScooter } from '#messages/booking/booking-help.ts'
import * as text from '#messages/my-bookings/my-bookings.ts'
import { alreadyPaid } from '#messages/payments/payment-responses.ts'
import { holdEnded } from '#messages/payments/payments.ts'
import {
  mapUrl,
  pinHalves,
  refundRemarkOn,
  remarkOn,
  rideCountdownText,
  rideProgress,
  rideText,
  scooterName
} from '#stores/my-bookings/booking-details.ts'
import { hasNotice, sectionsOf } from '#stores/my-bookings/booking-sections.ts'
import { startFakeClock } from '#tests/helpers/browser/fake-clock.ts'
import {
  advanceTime,
  delayedReply,
  errorReply,
  json,
  offline,
  type Reply,
  startApiServer
} from '#tests/helpers/servers/api-server.ts'

// 7:44 pm in India.
const NOW = new Date('2026-06-15T14:14:00Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)

function booking(id: string, start: string, end: string, more: Partial<Booking> = {}): Booking {
  return {
    end_time: end,
    id,
    payment_status: 'Completed',
    scooter: { name: 'Ather' },
    start_time: start,
    ...more
  } as Booking
}
const riding = booking('riding', '2026-06-15T13:30:00Z', '2026-06-15T16:30:00Z', { otp_pin: '482915' })
const tomorrow = booking('tomorrow', '2026-06-16T03:00:00Z', '2026-06-16T04:00:00Z')
const held = booking('held', '2026-06-15T18:00:00Z', '2026-06-15T19:00:00Z', {
  expires_at: later(60_000).toISOString(),
  payment_status: 'Pending'
})
const saturday = booking('saturday', '2026-06-13T13:00:00Z', '2026-06-13T16:00:00Z')
const refunded = booking('refunded', '2026-06-20T13:00:00Z', '2026-06-20T14:00:00Z', { payment_status: 'Refunded' })

const ids = (bookings: readonly Booking[]) => bookings.map(({ id }) => id)

describe('the sections of My Bookings', () => {
  test('list the soonest ride first, whether paid or on hold', () => {
    expect(ids(sectionsOf([tomorrow, held, riding], NOW).current)).toEqual(['riding', 'held', 'tomorrow'])
  })
  test('list the latest past ride first', () => {
    const may = booking('may', '2026-05-31T05:30:00Z', '2026-05-31T11:30:00Z')
    expect(ids(sectionsOf([may, saturday], NOW).past)).toEqual(['saturday', 'may'])
  })
  test('list a ride as current until its end, and as past after it', () => {
    const end = new Date(riding.end_time)
    expect(ids(sectionsOf([riding], end).current)).toEqual(['riding'])
    expect(ids(sectionsOf([riding], new Date(end.getTime() + 1)).past)).toEqual(['riding'])
  })
  test('move an unpaid booking to not completed when its hold ends', () => {
    expect(ids(sectionsOf([held], later(59_999)).current)).toEqual(['held'])
    expect(ids(sectionsOf([held], later(60_000)).not_completed)).toEqual(['held'])
  })
  test('keep an unpaid booking whose hold has no end, as specified', () => {
    expect(ids(sectionsOf([{ ...held, expires_at: null }], later(9e9)).current)).toEqual(['held'])
  })
  test.each(['Failed', 'Refunded', 'Cancelled', 'Something else' as PaymentStatus] as const)(
    'list a %s booking in neither section',
    payment_status => {
      const { current, not_completed, past } = sectionsOf([{ ...riding, payment_status }], NOW)
      expect([current.length, past.length, not_completed.length]).toEqual([0, 0, 1])
    }
  )
  test('contain every booking exactly once', () => {
    const all = [riding, tomorrow, held, saturday, refunded]
    const { current, not_completed, past } = sectionsOf(all, NOW)
    expect(ids([...current, ...past, ...not_completed]).sort()).toEqual(ids(all).sort())
  })
})

describe('a booking', () => {
  test('without a named scooter is called Scooter', () => {
    expect(scooterName({ ...riding, scooter: null })).toBe('Scooter')
    expect(scooterName({ ...riding, scooter: { name: '' } })).toBe('Scooter')
  })
  test('shows when it starts, with the day unless it is today, then the remaining time', () => {
    const inAWeek = { ...tomorrow, start_time: '2026-06-22T03:00:00Z' }
    expect(rideCountdownText(held, NOW)).toBe('Starts 11:30\u00A0pm')
    expect(rideCountdownText(tomorrow, NOW)).toBe('Starts Tue 8:30\u00A0am')
    expect(rideCountdownText(inAWeek, NOW)).toBe('Starts Mon 22 Jun 8:30\u00A0am')
    expect(rideCountdownText(riding, NOW)).toBe('2 h 16 min left')
  })
  test('shows its property with the parking note, and links to a map if the location is known', () => {
    const place = { parking_note: 'Gate 2 & lift', property_location: 'Ulsoor, Bengaluru', property_name: 'Lake & Co' }
    const parked = { ...riding, ...place }
    expect(checkScooter('Ather', parked)).toBe('Check that this is the right scooter: Ather, Lake & Co, Gate 2 & lift.')
    expect(checkScooter('Ather', riding)).toBe('Check that this is the right scooter: Ather.')
    expect(mapUrl(parked)).toBe('https://www.google.com/maps/search/?api=1&query=Lake+%26+Co%2C+Ulsoor%2C+Bengaluru')
    expect(mapUrl(riding)).toBeNull()
    expect(mapUrl({ ...parked, property_location: '' })).toBeNull()
  })
  test('shows its PIN in two halves, however long it is', () => {
    expect(pinHalves('482915')).toEqual(['482', '915'])
    expect(pinHalves('48291')).toEqual(['482', '91'])
  })
  test('computes its progress', () => {
    expect(rideProgress(tomorrow, NOW)).toBe(0)
    expect(rideProgress(riding, new Date('2026-06-15T15:00:00Z'))).toBe(0.5)
    expect(rideProgress(saturday, NOW)).toBe(1)
  })
  test('is shown in India time, with the year only if it differs', () => {
    expect(rideText(saturday, NOW)).toBe('Sat 13 Jun · 6:30 – 9:30\u00A0pm')
    expect(rideText(saturday, new Date('2027-01-02T00:00:00Z'))).toBe('Sat 13 Jun 2026 · 6:30 – 9:30\u00A0pm')
  })
})

describe('a booking that is not confirmed, or lost its extension', () => {
  test.each<[Partial<Booking>, string]>([
    [{ payment_status: 'Cancelled' }, text.cancelledByUs],
    [{ payment_status: 'Refunded' }, text.bookingNotConfirmed],
    [{ hold_outcome: 'cancelled', payment_status: 'Failed' }, text.holdCancelledOrReplaced],
    [{ hold_outcome: 'expired', payment_status: 'Failed' }, text.bookingExpired],
    [{ hold_outcome: 'released', payment_status: 'Failed' }, text.bookingNotPaid],
    [{ payment_status: 'Failed' }, text.bookingNotPaid],
    [{ payment_status: 'Pending' }, text.bookingExpired]
  ])('shows why: %j', (fields, sentence) => {
    expect(remarkOn({ ...saturday, ...fields })).toBe(sentence)
  })
  test.each<[Partial<Booking>, string | null]>([
    [{ payment_status: 'Cancelled', refund: 160, refund_status: 'pending' }, text.refundText(160, false)],
    [{ payment_status: 'Cancelled', refund: 160, refund_status: 'processed' }, text.refundText(160, true)],
    [{ payment_status: 'Refunded' }, text.fullRefund],
    [{ payment_status: 'Completed', refund: 50, refund_status: 'pending' }, text.refundText(50, false)],
    [{ payment_status: 'Completed' }, null],
    [{ payment_status: 'Cancelled', refund: null }, null],
    [{ payment_status: 'Failed' }, null]
  ])('shows what happens with the money: %j', (fields, sentence) => {
    expect(refundRemarkOn({ ...saturday, ...fields })).toBe(sentence)
  })
  test('has a notice until its ride would have ended, or longer if its refund is pending', () => {
    const end = new Date(refunded.end_time)
    const wasPending = { ...refunded, refund_status: 'pending' as const }
    expect(hasNotice(refunded, new Date(end.getTime() - 1))).toBe(true)
    expect([hasNotice(refunded, end), hasNotice(wasPending, end)]).toEqual([false, true])
    expect(hasNotice({ ...refunded, payment_status: 'Failed' }, NOW)).toBe(false)
  })
})

describe('the reference of a booking', () => {
  test.each([
    ['7d1c2f0a-19c3-4e5b-8a77-0c1d4f2a91bc', 'Ref. 4F2A\u00A091BC'],
    ['17', 'Ref. 17']
  ])('of %s is readable aloud', (id, reference) => {
    expect(text.referenceText(id)).toBe(reference)
  })
  test('is in the prefilled support request, in place of the id', () => {
    const request = text.bookingSupportRequest('Ather', 'Sat 13 Jun 2026', '7d1c2f0a')
    expect(request).toBe(
      `Hi ${BRAND_NAME}, I need help with my booking of the scooter Ather on Sat 13 Jun 2026 (Ref. 7D1C\u00A02F0A).`
    )
  })
})

/** The response for each path, and the requests. */
const network = { requests: [] as string[], replies: new Map<string, Reply>() }

startApiServer(request => {
  network.requests.push(request.path)
  return network.replies.get(request.path)?.(request) ?? errorReply('Not found', 404)
})

const listRequests = () => network.requests.filter(path => path === '/api/my-bookings').length

async function arrive() {
  vi.resetModules()
  const store = {
    ...(await import('#stores/my-bookings/bookings-state.ts')),
    ...(await import('#stores/my-bookings/complete-payment.ts')),
    ...(await import('#stores/my-bookings/my-bookings.ts'))
  }
  // The fake clock must advance only when a test advances it.
  await import('#stores/my-bookings/resume-payment.ts')
  const { $toasts } = await import('#stores/app/toasts.ts')
  leave = store.$bookings.listen(() => undefined)
  const toastTexts = () => $toasts.get().map(({ sentence }) => sentence)
  return { ...store, toastTexts }
}
let leave = () => {}

function becomeVisible() {
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  startFakeClock(NOW)
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  localStorage.clear()
  localStorage.setItem('token', 'rider')
  localStorage.setItem('userType', 'user')
  history.replaceState(null, '', '/my-bookings')
  network.requests = []
  network.replies = new Map([['/api/my-bookings', () => json([riding])]])
})
afterEach(() => {
  leave()
  vi.advanceTimersByTime(2000)
  vi.useRealTimers()
  sessionStorage.clear()
})

describe('My Bookings', () => {
  test('loads the list on arriving and again 500 ms later', async () => {
    const { $bookings } = await arrive()
    expect($bookings.get()).toBe('loading')
    await advanceTime(499)
    expect($bookings.get()).toMatchObject([{ id: 'riding' }])
    expect(listRequests()).toBe(1)
    await advanceTime(1)
    expect(listRequests()).toBe(2)
  })
  test('shows the indicator for 300 ms, and the list meanwhile', async () => {
    const { $bookings, $isRefreshing, refreshBookings } = await arrive()
    await advanceTime(2000)
    const refresh = refreshBookings()
    expect($isRefreshing.get()).toBe(true)
    await advanceTime(299)
    expect($isRefreshing.get()).toBe(true)
    expect($bookings.get()).toMatchObject([{ id: 'riding' }])
    await advanceTime(1)
    await refresh
    expect($isRefreshing.get()).toBe(false)
  })
  test('shows the indicator as long as a slow request lasts', async () => {
    const { $isRefreshing, refreshBookings } = await arrive()
    await advanceTime(2000)
    network.replies.set('/api/my-bookings', () => delayedReply(900, () => json([])))
    void refreshBookings()
    await advanceTime(899)
    expect($isRefreshing.get()).toBe(true)
    await advanceTime(1)
    expect($isRefreshing.get()).toBe(false)
  })
  test('refreshes when the tab becomes visible, until the rider leaves', async () => {
    await arrive()
    await advanceTime(2000)
    becomeVisible()
    await advanceTime(0)
    expect(listRequests()).toBe(3)
    leave()
    await advanceTime(2000)
    becomeVisible()
    expect(listRequests()).toBe(3)
  })
  test('keeps the list and shows an error when a refresh fails', async () => {
    const { $bookings, refreshBookings, toastTexts } = await arrive()
    await advanceTime(2000)
    network.replies.set('/api/my-bookings', () => errorReply('Internal server error', 500))
    void refreshBookings()
    await advanceTime(300)
    expect($bookings.get()).toMatchObject([{ id: 'riding' }])
    expect(toastTexts()).toEqual(['Failed to load bookings'])
  })
  test('shows one error when the first load fails, and retries on request', async () => {
    network.replies.set('/api/my-bookings', offline)
    const { $bookings, retryBookings, toastTexts } = await arrive()
    await advanceTime(2000)
    expect($bookings.get()).toBe('failed')
    expect(toastTexts()).toEqual([text.loadFailed])
    network.replies.set('/api/my-bookings', () => json([riding]))
    const retry = retryBookings()
    expect($bookings.get()).toBe('loading')
    await retry
    expect($bookings.get()).toMatchObject([{ id: 'riding' }])
  })
  test('ignores a slower response of an earlier request', async () => {
    const { $bookings, refreshBookings } = await arrive()
    await advanceTime(2000)
    network.replies.set('/api/my-bookings', () => delayedReply(800, () => json([riding])))
    void refreshBookings()
    network.replies.set('/api/my-bookings', () => json([saturday]))
    void refreshBookings()
    await advanceTime(1000)
    expect($bookings.get()).toMatchObject([{ id: 'saturday' }])
  })
  test('shows no error for a failure when a later request succeeds', async () => {
    network.replies.set('/api/my-bookings', () => delayedReply(800, () => errorReply('Internal server error', 500)))
    const { $bookings, toastTexts } = await arrive()
    network.replies.set('/api/my-bookings', () => json([riding]))
    await advanceTime(2000)
    expect($bookings.get()).toMatchObject([{ id: 'riding' }])
    expect(toastTexts()).toEqual([])
  })
  test('redirects to the sign-in with one message on a 401', async () => {
    network.replies.set('/api/my-bookings', () => errorReply('Not authenticated', 401))
    const { toastTexts } = await arrive()
    await advanceTime(100)
    expect(localStorage.getItem('token')).toBeNull()
    expect(toastTexts()).toEqual([])
    expect(sessionStorage.getItem('toasts')).toContain(sessionEnded)
  })
  test('shows a message when the time to pay has ended', async () => {
    network.replies.set('/api/my-bookings', () => json([held]))
    const { toastTexts } = await arrive()
    await advanceTime(59_999)
    expect(toastTexts()).toEqual([])
    await advanceTime(301)
    expect(toastTexts()).toEqual([holdEnded])
  })
  test('shows no such message when the payment came in time', async () => {
    network.replies.set('/api/my-bookings', () => json([held]))
    const { toastTexts } = await arrive()
    await advanceTime(59_999)
    network.replies.set('/api/my-bookings', () => json([{ ...held, payment_status: 'Completed' }]))
    await advanceTime(301)
    expect(toastTexts()).toEqual([])
  })
})

describe("'Complete Payment'", () => {
  const order = { amount: 5000, razorpay_key: 'rzp_live_key', razorpay_order_id: 'order_1', session_id: 's1' }

  test('opens the dialog for the same order, confirms and refreshes', async () => {
    const dialogs: { amount: number; description: string; order_id: string }[] = []
    class Dialog {
      readonly options: (typeof dialogs)[number] & { handler: (receipt: object) => void }
      constructor(options: Dialog['options']) {
        this.options = options
      }
      on() {}
      open() {
        dialogs.push(this.options)
        this.options.handler({ razorpay_order_id: 'order_1', razorpay_payment_id: 'pay_1', razorpay_signature: 'x' })
      }
    }
    vi.stubGlobal('Razorpay', Dialog)
    network.replies.set('/api/my-bookings', () => json([held]))
    network.replies.set('/api/bookings/held/resume', () => json(order))
    network.replies.set('/api/bookings/payment-success', () => json({ success: true }))
    const { $payingBookingId, completePayment, toastTexts } = await arrive()
    await advanceTime(2000)
    const before = listRequests()
    const paid = completePayment(held)
    expect($payingBookingId.get()).toBe('held')
    void completePayment(held)
    await advanceTime(1000)
    await paid
    expect(dialogs).toMatchObject([
      {
        amount: 5000,
        description: 'Ather, Mon 15 Jun · 11:30\u00A0pm – 12:30\u00A0am, Tue 16 Jun',
        order_id: 'order_1'
      }
    ])
    expect(toastTexts()).toEqual(['Payment successful! Your booking is confirmed.'])
    expect($payingBookingId.get()).toBeNull()
    expect(listRequests()).toBe(before + 1)
  })
  test('is not offered again when the payment could not be verified', async () => {
    class Dialog {
      readonly options: { handler: (receipt: object) => void }
      constructor(options: Dialog['options']) {
        this.options = options
      }
      on() {}
      open() {
        this.options.handler({ razorpay_order_id: 'order_1', razorpay_payment_id: 'pay_1', razorpay_signature: 'x' })
      }
    }
    vi.stubGlobal('Razorpay', Dialog)
    network.replies.set('/api/my-bookings', () => json([held]))
    network.replies.set('/api/bookings/held/resume', () => json(order))
    network.replies.set('/api/bookings/payment-success', () => errorReply('The payment could not be verified'))
    const { completePayment } = await arrive()
    const { $unconfirmedIds } = await import('#stores/payment/unconfirmed-payments.ts')
    void completePayment(held)
    await advanceTime(1000)
    expect($unconfirmedIds.get()).toEqual(['held'])
  })
  test('opens the booking page with the same ride and a message when the hold has ended', async () => {
    const go = vi.fn()
    vi.stubGlobal('location', { assign: go, pathname: '/my-bookings' })
    network.replies.set('/api/bookings/held/resume', () => json({ code: 'hold_expired', detail: holdEnded }, 400))
    const { completePayment, toastTexts } = await arrive()
    void completePayment({ ...held, scooter: { id: '7', name: 'Ather' } })
    await advanceTime(1000)
    expect(go).toHaveBeenCalledWith('/booking/7?date=2026-06-15&time=23%3A30&hours=1')
    expect(toastTexts()).toEqual([])
    expect(sessionStorage.getItem('toasts')).toContain(holdEnded)
  })
  test("shows any other rejection with the server's message, and reloads the list", async () => {
    network.replies.set('/api/bookings/held/resume', () => errorReply(alreadyPaid))
    const { completePayment, toastTexts } = await arrive()
    await advanceTime(2000)
    const before = listRequests()
    void completePayment(held)
    await advanceTime(1000)
    expect(toastTexts()).toEqual([alreadyPaid])
    expect(listRequests()).toBe(before + 1)
  })
  test('shows a default message when the network fails', async () => {
    network.replies.set('/api/bookings/held/resume', offline)
    const { completePayment, toastTexts } = await arrive()
    void completePayment(held)
    await advanceTime(1000)
    expect(toastTexts()).toEqual([text.completePaymentFailed])
  })
})

describe('copying the PIN', () => {
  test('writes the six digits to the clipboard and shows a message', async () => {
    const writeText = vi.fn(async () => undefined)
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    const { copyPin, toastTexts } = await arrive()
    await copyPin('048291')
    expect(writeText).toHaveBeenCalledWith('048291')
    expect(toastTexts()).toEqual(['PIN copied'])
  })
  test('shows how to copy it manually when the browser refuses', async () => {
    vi.stubGlobal('navigator', {})
    const { copyPin, toastTexts } = await arrive()
    await copyPin('048291')
    expect(toastTexts()).toEqual([text.copyByHand])
  })
})
