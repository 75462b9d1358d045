import { isSlotStart, type TimeWindow } from '#domain/bookings/slots.ts'
import { SLOT_MINUTES } from '#domain/constants.ts'
import { PAISE_PER_RUPEE } from '#domain/money.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { DAY_MINUTES, MINUTE_MS } from '#domain/time/time-units.ts'

// Scooters that cannot be ridden, and the rides that have trouble with them.

/** What riders report. */
export const REPORT_KINDS = ['pin', 'wont_start', 'not_here', 'damaged', 'other'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

/** 'service': a window in which the staff need the scooter. */
export const PROBLEM_KINDS = [...REPORT_KINDS, 'service'] as const
export type ProblemKind = (typeof PROBLEM_KINDS)[number]

/** Of other reports, the rider says whether the scooter can still be ridden. */
const UNRIDEABLE_KINDS: readonly ReportKind[] = ['pin', 'wont_start', 'not_here']

export const asksIfRideable = (kind: ReportKind): boolean => !UNRIDEABLE_KINDS.includes(kind)

/** Riders report problems from so long before the start until the end, or the return of a late ride. */
export const REPORT_BEFORE_MINUTES = 30

export function canReport({ end, start }: TimeWindow, isLate: boolean, now: Date): boolean {
  return addMinutes(start, -REPORT_BEFORE_MINUTES) <= now && (isLate || now < end)
}

/** A report that a phone has kept without a network is taken for so long after its ride. */
export const KEPT_REPORT_HOURS = 24

/** Nobody books the scooter for so long after a report that it cannot be ridden. */
export const REPORT_BLOCKS_MINUTES = 120
/** A rider's reports within so long block so many scooters, until the staff have decided about one. */
export const BLOCKED_SCOOTERS_HOURS = 24
export const BLOCKED_SCOOTERS_MAX = 2
/** The reports of two riders within so long, with no ride between them, put the scooter into maintenance. */
export const TWO_IN_A_ROW_HOURS = 24
/** The reports of a rider count for so long: for the staff, who read how many, and for money back by the own report. */
export const REPORTS_COUNTED_DAYS = 30

/** 'known': riders are told, and need not report it again. */
export const PROBLEM_STATES = ['open', 'known', 'fixed'] as const

/** What the rider of a report has got instead. */
export const PROBLEM_OUTCOMES = ['moved', 'refunded'] as const

/** 'rider': by the rider's own report. 'cause': by the rider, because the scooter was late, or broken otherwise. */
export const MOVERS = ['admin', 'cause', 'rider'] as const

/** How the end of a ride is known: its booked end counts as its return, or somebody confirms the return. */
export const RETURN_MODES = ['assumed', 'confirmed'] as const
export type ReturnMode = (typeof RETURN_MODES)[number]
export const DEFAULT_RETURN_MODE: ReturnMode = 'assumed'

/** A ride that nobody returned is late for at most this long. Then it counts as returned at its end. */
export const LATE_MAX_HOURS = 24

/** The next rider of a scooter has it by now, unless that rider reports otherwise: so long after that ride's start. */
export const NEXT_RIDER_HAS_IT_MINUTES = 30

/** Why the rider of a paid ride may need another scooter: the ride before is late, or the scooter is broken. */
export const TROUBLES = ['late', 'broken', 'reported'] as const
export type Trouble = (typeof TROUBLES)[number]

/** Trouble counts from this long before the start. */
export const TROUBLE_FROM_MINUTES = 60
/** A scooter is late for the next rider so long after its ride had to end. */
export const LATE_AFTER_MINUTES = 10
/** The scooter of a late ride is not offered for a start this near. */
export const LATE_NOT_OFFERED_MINUTES = 60
/** Until so long after the start, all of the money goes back. */
export const FULL_REFUND_MINUTES = 30
/** How often a rider can move a ride by the own report. */
export const OWN_MOVES_MAX = 2
/** The scooters that a rider is offered. */
export const OFFERED_SCOOTERS_MAX = 3

/**
 * What is left of the payment of a row under way, in paise: for the half hours that have not begun, rounded up to a
 * rupee.
 */
export function restPaise({ end, start }: TimeWindow, paidPaise: number, now: Date): number {
  const slotMs = SLOT_MINUTES * MINUTE_MS
  const slots = Math.ceil((end.getTime() - start.getTime()) / slotMs)
  const begun = Math.floor((now.getTime() - start.getTime()) / slotMs) + 1
  const rupees = Math.ceil((paidPaise * Math.max(0, slots - begun)) / (slots * PAISE_PER_RUPEE))
  return Math.min(paidPaise, rupees * PAISE_PER_RUPEE)
}

/** Rides that one call decides about. The portal sends more in several calls. */
export const RIDES_PER_BLOCK_MAX = 50
export const SERVICE_WINDOW_DAYS_MAX = 90

/** When the staff need a scooter: on the half hour, from the present one on. */
export function isWindowAllowed({ end, start }: TimeWindow, now: Date): boolean {
  const isOnGrid = isSlotStart(start) && isSlotStart(end)
  const latestEnd = addMinutes(start, SERVICE_WINDOW_DAYS_MAX * DAY_MINUTES)
  return isOnGrid && start > addMinutes(now, -SLOT_MINUTES) && start < end && end <= latestEnd
}
