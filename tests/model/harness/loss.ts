import { rows } from '#tests/helpers/db/local-d1.ts'
import { now } from './clock.ts'

// What the rider of a paid ride would lose by cancelling then, by the rules of the product: the paid rows that are no
// longer free give back a share in whole rupees, rounded up for all of them together; the others give back all. What
// was refunded before is lost no more.
const LOSS = `
WITH paid AS (
  SELECT b.id, p.paise, b.start_at, ride.start_at AS ride_start, ride.terms ->> 'late_cancel_percent' AS percent,
         NOT (b.paid_at + 60 * (ride.terms ->> 'grace_minutes') > ?2
              OR ride.start_at - 60 * (ride.terms ->> 'free_cancel_minutes') >= ?2) AS is_late,
         coalesce((SELECT sum(r.paise) FROM refunds r WHERE r.payment_id = b.payment_id), 0) AS refunded
    FROM bookings b JOIN bookings ride ON ride.id = coalesce(b.ride_id, b.id) JOIN payments p ON p.id = b.payment_id
   WHERE ride.id = ?1 AND b.state = 'confirmed' AND ride.start_at > ?2),
sums AS (
  SELECT *, sum(paise) OVER (ORDER BY start_at) AS sum FROM paid WHERE is_late),
shares AS (
  SELECT *, (sum * percent + 9999) / 10000 * 100 - ((sum - paise) * percent + 9999) / 10000 * 100 AS share FROM sums)
SELECT coalesce(sum(paise - max(share, refunded)), 0) AS paise FROM shares`

/** In paise. */
export function lossOf(ride: string, at = now()): number {
  return rows<{ paise: number }>(LOSS, ride, Math.floor(at.getTime() / 1000))[0]?.paise ?? 0
}
