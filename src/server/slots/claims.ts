import type { BookingState } from '#domain/bookings/booking-status.ts'

// SQL about claims and their holds that several batches share. Every argument except a state is SQL, such as a
// parameter.

/** SQL: a table `cells` with one row for each cell from `firstCell` to before `endCell`. */
export const withCells = (firstCell: string, endCell: string) =>
  `WITH RECURSIVE cells (cell) AS (SELECT ${firstCell} UNION ALL SELECT cell + 1 FROM cells WHERE cell + 1 < ${endCell})`

/** SQL: expires holds. The condition follows. */
export const expireHolds = (now: string) => `
UPDATE bookings SET state = 'expired', hold_until = NULL, settling = 0, updated_at = ${now}`

/** SQL: expires the holds that end by `now`. More conditions may follow. */
export const expirePassedHolds = (now: string) => `${expireHolds(now)}
 WHERE state = 'held' AND hold_until <= ${now}`

interface ClaimRange {
  endCell: string
  firstCell: string
  now: string
  scooter: string
}

/** SQL: frees the claims of a scooter in these cells whose holds end by `now`. More conditions may follow. */
export const freeExpiredClaims = ({ endCell, firstCell, now, scooter }: ClaimRange) => `
DELETE FROM slot_claims
 WHERE scooter_id = ${scooter} AND cell >= ${firstCell} AND cell < ${endCell}
   AND hold_until IS NOT NULL AND hold_until <= ${now}`

/** SQL: a claim counts: its booking is paid, or its hold ends after `now`. */
export const isLiveClaim = (claim: string, now = ':now') =>
  `(${claim}.hold_until IS NULL OR ${claim}.hold_until > ${now})`

/** SQL: frees all claims of a booking that is in this state. */
export const freeClaimsOf = (booking: string, state: BookingState) => `
DELETE FROM slot_claims
 WHERE booking_id = ${booking} AND EXISTS (SELECT 1 FROM bookings WHERE id = ${booking} AND state = '${state}')`

/** SQL: the cells of a window with the buffer before and after it, or only after it. */
interface BufferRange {
  endCell: string
  firstCell: string
}

/**
 * SQL: the booking of another rider that has a live claim in these cells of `:scooter`. The rider's own rides need no
 * buffer.
 *
 * A new ride needs the buffer on both sides. An extension needs it only after its end.
 */
export const selectWithinBuffer = ({ endCell, firstCell }: BufferRange) => `
SELECT b.start_at, b.end_at, b.user_id FROM slot_claims c JOIN bookings b ON b.id = c.booking_id
 WHERE c.scooter_id = :scooter AND c.cell >= ${firstCell} AND c.cell < ${endCell}
   AND b.user_id <> :rider AND ${isLiveClaim('c')}
 ORDER BY c.cell LIMIT 1`
