import type { BookingState } from '#domain/bookings/booking-status.ts'
import { type TimeWindow, windowFrom } from '#domain/bookings/slots.ts'
import { SLOT_MINUTES } from '#domain/constants.ts'
import type { DeskMethod } from '#domain/payments.ts'
import { addDays, addMinutes, type Clock, dayOf, instantAt, monthBefore } from '#domain/time/india-time.ts'
import { HOUR_MINUTES, MINUTE_MS } from '#domain/time/time-units.ts'
import type { DemoRider } from './people.ts'

export interface DemoRide {
  rider: DemoRider['id']
  scooter: string
  window: TimeWindow
  hours: number
  /** The plan's id; without it, the property's rate for these hours applies. */
  plan?: string
  /** It extends the ride before it. */
  isExtension?: true
  /** The share that its rider got back by cancelling; without it, an admin cancelled it. */
  refundPercent?: number
  /** The staff cancelled it late, and owe what its rider would have lost. */
  isOwed?: true
  /** The scooter that it was on before the staff moved it. */
  movedFrom?: string
  /** The staff booked it by hand, and it was paid so at the desk. */
  pay?: DeskMethod
  /** Minutes after the start, if it was returned early. */
  returnedAfter?: number
  state: Extract<BookingState, 'cancelled' | 'confirmed' | 'expired' | 'held' | 'refunded' | 'released'>
}

type RideDetails = Omit<DemoRide, 'hours' | 'window'>

const SLOT_MS = SLOT_MINUTES * MINUTE_MS

/** Start times relative to now, on the half-hour grid. */
function startsAround(now: Date) {
  const slot = new Date(Math.floor(now.getTime() / SLOT_MS) * SLOT_MS)
  return {
    fromNow: (hours: number) => addMinutes(slot, hours * HOUR_MINUTES),
    on: (days: number, clock: Clock) => instantAt(addDays(dayOf(now), days), clock)
  }
}

type Starts = ReturnType<typeof startsAround>

const ride = (start: Date, hours: number, details: RideDetails): DemoRide => ({
  ...details,
  hours,
  window: windowFrom(start, hours)
})

/**
 * The demo rider's bookings: active, upcoming, unpaid, past, one of them extended and one returned early, two that
 * failed, and two that were cancelled, one of them late by the rider.
 */
function ridesOfDemoRider({ fromNow, on }: Starts): DemoRide[] {
  return [
    ride(fromNow(-1), 6, { plan: 'half-day', rider: 'asha', scooter: 'vida-v1-pro-a3', state: 'confirmed' }),
    ride(on(1, '09:30'), 3, { plan: 'errand-run', rider: 'asha', scooter: 'ather-450x-a1', state: 'confirmed' }),
    ride(on(4, '18:00'), 1, { plan: 'quick-hop', rider: 'asha', scooter: 'tvs-iqube-c4', state: 'confirmed' }),
    ride(on(2, '08:30'), 1, { plan: 'quick-hop', rider: 'asha', scooter: 'tvs-iqube-c4', state: 'held' }),
    ride(on(-3, '18:30'), 3, { plan: 'errand-run', rider: 'asha', scooter: 'ola-s1-air-b2', state: 'confirmed' }),
    ride(on(-3, '21:30'), 1, { isExtension: true, rider: 'asha', scooter: 'ola-s1-air-b2', state: 'confirmed' }),
    ride(on(-8, '10:00'), 6, {
      plan: 'half-day',
      returnedAfter: 4 * HOUR_MINUTES + 20,
      rider: 'asha',
      scooter: 'ather-450x-a1',
      state: 'confirmed'
    }),
    ride(on(-15, '22:30'), 3, { plan: 'errand-run', rider: 'asha', scooter: 'tvs-iqube-c4', state: 'confirmed' }),
    ride(on(-5, '19:00'), 1, { plan: 'quick-hop', rider: 'asha', scooter: 'ather-450x-a1', state: 'expired' }),
    ride(on(-10, '11:00'), 3, { plan: 'errand-run', rider: 'asha', scooter: 'vida-v1-pro-a3', state: 'refunded' }),

    ride(on(5, '10:00'), 3, { plan: 'errand-run', rider: 'asha', scooter: 'bajaj-chetak-d1', state: 'cancelled' }),
    ride(on(-12, '16:00'), 3, {
      plan: 'errand-run',
      refundPercent: 50,
      rider: 'asha',
      scooter: 'ather-450x-a1',
      state: 'cancelled'
    })
  ]
}

/** Bookings of other riders at the same property, so that some slots are taken. The staff cancelled one late. */
function ridesOfNeighbours({ fromNow, on }: Starts): DemoRide[] {
  return [
    ride(fromNow(-2), 6, { plan: 'half-day', rider: 'meera', scooter: 'ola-s1-air-b2', state: 'confirmed' }),
    ride(fromNow(4), 1, { plan: 'quick-hop', rider: 'kabir', scooter: 'tvs-iqube-c4', state: 'confirmed' }),
    ride(on(1, '14:00'), 3, { plan: 'errand-run', rider: 'kabir', scooter: 'ather-450x-a1', state: 'confirmed' }),
    ride(on(1, '18:00'), 3, {
      movedFrom: 'bajaj-chetak-d1',
      rider: 'meera',
      scooter: 'tvs-iqube-c4',
      state: 'confirmed'
    }),
    ride(on(3, '08:00'), 12, { plan: 'full-day', rider: 'meera', scooter: 'ather-450x-a1', state: 'confirmed' }),
    ride(on(-2, '07:30'), 1, { plan: 'quick-hop', rider: 'kabir', scooter: 'vida-v1-pro-a3', state: 'confirmed' }),
    ride(on(-4, '16:00'), 3, { rider: 'kabir', scooter: 'ather-450x-a1', state: 'released' }),
    ride(on(-6, '09:00'), 12, { plan: 'full-day', rider: 'meera', scooter: 'tvs-iqube-c4', state: 'confirmed' }),
    ride(on(-10, '10:30'), 6, { plan: 'half-day', rider: 'kabir', scooter: 'vida-v1-pro-a3', state: 'confirmed' }),
    ride(on(-1, '20:00'), 3, {
      isOwed: true,
      plan: 'errand-run',
      rider: 'kabir',
      scooter: 'bajaj-chetak-d1',
      state: 'cancelled'
    })
  ]
}

function ridesAtOtherProperties({ fromNow, on }: Starts): DemoRide[] {
  return [
    ride(fromNow(2.5), 3, { rider: 'ananya', scooter: 'ather-rizta-l1', state: 'confirmed' }),
    ride(on(2, '11:00'), 6, { rider: 'rohan', scooter: 'ather-rizta-l1', state: 'held' }),
    // It runs for another half an hour at least.
    ride(fromNow(0), 1, { rider: 'rohan', scooter: 'ather-rizta-l1', state: 'confirmed' }),
    // Nobody has come.
    ride(fromNow(-0.5), 3, { rider: 'ananya', scooter: 'honda-activa-e-l2', state: 'confirmed' }),
    ride(on(-2, '17:00'), 1, { rider: 'rohan', scooter: 'ather-rizta-l1', state: 'confirmed' }),
    ride(on(-7, '08:00'), 12, { rider: 'ananya', scooter: 'honda-activa-e-l2', state: 'confirmed' }),
    ride(on(-14, '15:00'), 3, { rider: 'nisha', scooter: 'honda-activa-e-l2', state: 'confirmed' }),
    // It is late, because the property confirms returns.
    ride(fromNow(-1), 1, { rider: 'zoya', scooter: 'ola-s1-pro-s1', state: 'confirmed' }),
    ride(on(1, '07:00'), 3, { rider: 'zoya', scooter: 'ola-s1-pro-s1', state: 'confirmed' }),
    ride(on(-3, '15:30'), 6, { rider: 'zoya', scooter: 'ola-s1-pro-s1', state: 'confirmed' })
  ]
}

/** The two months before that of `now`, the later one first. */
export function pastMonths(now: Date): [last: string, beforeLast: string] {
  const last = monthBefore(dayOf(now).slice(0, 7))
  return [last, monthBefore(last)]
}

/** For Books: rides of the two months before, long before all others. */
function ridesOfPastMonths(now: Date): DemoRide[] {
  const [last, beforeLast] = pastMonths(now)
  const hour: RideDetails = { plan: 'quick-hop', rider: 'kabir', scooter: 'tvs-iqube-c4', state: 'confirmed' }
  return [
    ride(instantAt(`${last}-04`, '10:00'), 1, hour),
    ride(instantAt(`${last}-08`, '09:00'), 12, {
      plan: 'full-day',
      rider: 'meera',
      scooter: 'ather-450x-a1',
      state: 'confirmed'
    }),
    ride(instantAt(`${last}-10`, '10:00'), 3, {
      plan: 'errand-run',
      refundPercent: 50,
      rider: 'kabir',
      scooter: 'ola-s1-air-b2',
      state: 'cancelled'
    }),
    ride(instantAt(`${beforeLast}-06`, '10:00'), 1, hour),
    ride(instantAt(`${beforeLast}-09`, '16:00'), 6, {
      plan: 'half-day',
      rider: 'meera',
      scooter: 'vida-v1-pro-a3',
      state: 'confirmed'
    })
  ]
}

/** Paid at the desk: a guest's ride in cash, and one that was given for free. */
const ridesAtDesk = ({ on }: Starts): DemoRide[] => [
  ride(on(-4, '10:00'), 1, { pay: 'cash', rider: 'lukas', scooter: 'ola-s1-pro-s1', state: 'confirmed' }),
  ride(on(-9, '12:00'), 1, { pay: 'free', rider: 'meera', scooter: 'bajaj-chetak-d1', state: 'confirmed' })
]

/** Bookings around `now`, so that every screen has content. */
export function demoRides(now: Date): DemoRide[] {
  const starts = startsAround(now)
  return [
    ...ridesOfDemoRider(starts),
    ...ridesOfNeighbours(starts),
    ...ridesAtOtherProperties(starts),
    ...ridesOfPastMonths(now),
    ...ridesAtDesk(starts)
  ]
}
