import { LONGEST_ROW_SECONDS } from '#domain/bookings/slots.ts'
import { KEPT_AFTER_RIDE_DAYS } from '#domain/constants.ts'
import { DECIDED_STATUSES } from '#domain/payments/statuses.ts'
import { addDays, type Day, dayOf, instantAt } from '#domain/time/india-time.ts'
import { DAY_SECONDS, MIDNIGHT } from '#domain/time/time-units.ts'
import { dateFrom, secondsOf, sqlStringList } from '#server/db/sql.ts'

// When a rider is deleted who has asked for it (server/auth/leave.ts): after KEPT_AFTER_RIDE_DAYS whole days without a
// ride, and once no money is open. A suspension stops it. Arguments are SQL.

/** SQL: the rows that were ridden. A row that is cancelled changes no more, so that was its last change. */
const fromRidden = (rider: string) => `
FROM bookings b WHERE b.user_id = ${rider} AND b.payment_id IS NOT NULL
   AND (b.state = 'confirmed' OR (b.state = 'cancelled' AND b.updated_at > b.start_at))`

/** The parameter :keptFrom: a ride that ends from then on keeps its rider. */
export const keptFrom = (now: Date): number =>
  secondsOf(instantAt(addDays(dayOf(now), -KEPT_AFTER_RIDE_DAYS), MIDNIGHT))

/** SQL: the rider is deleted now, as asked. Parameter: :keptFrom. */
export const isLeaving = (rider: string) => `
${rider}.deletion_asked_at IS NOT NULL AND ${rider}.suspended_at IS NULL
   AND NOT EXISTS (SELECT 1 ${fromRidden(`${rider}.id`)}
                      AND b.start_at > :keptFrom - ${LONGEST_ROW_SECONDS} AND b.end_at >= :keptFrom)`

/** SQL: a second of the day on which the rider is deleted, as asked; null if the rider stays. */
export const leavesAt = (rider: string) => `
CASE WHEN ${rider}.deletion_asked_at IS NOT NULL AND ${rider}.suspended_at IS NULL
     THEN max(${rider}.deletion_asked_at,
              coalesce((SELECT max(b.end_at) + ${(KEPT_AFTER_RIDE_DAYS + 1) * DAY_SECONDS} ${fromRidden(`${rider}.id`)}), 0)) END`

/** Its day. */
export const leavesOn = (seconds: number | null): Day | null => (seconds === null ? null : dayOf(dateFrom(seconds)))

/** SQL: the disputes of a rider that need an answer or a decision. */
export const undecidedDisputesOf = (rider: string) => `bookings b JOIN disputes d ON d.booking_id = b.id
                    WHERE b.user_id = ${rider} AND d.status NOT IN ${sqlStringList(DECIDED_STATUSES)}`

/** SQL: the refunds of a rider that are not processed. */
export const unfinishedRefundsOf = (rider: string) => `bookings b JOIN refunds r ON r.booking_id = b.id
                    WHERE b.user_id = ${rider} AND r.status <> 'processed'`

/** SQL: what a rider is owed for rides that were cancelled late. */
export const debtsTo = (rider: string) => `bookings b JOIN compensations c ON c.booking_id = b.id
                    WHERE b.user_id = ${rider} AND c.paid_at IS NULL`

/** SQL: the rider is not deleted before money has arrived or a dispute is decided. */
export const waitsForMoney = (rider: string) =>
  `(${[unfinishedRefundsOf, debtsTo, undecidedDisputesOf]
    .map(rows => `EXISTS (SELECT 1 FROM ${rows(`${rider}.id`)})`)
    .join(' OR ')})`
