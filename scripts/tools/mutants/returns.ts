import { type Mutant, mutantsOf } from './mutant.ts'

const mutant = mutantsOf('bookings/rides/end-ride.ts')
const extension = mutantsOf('bookings/rides/unpaid-extension.ts')

export const returns: readonly Mutant[] = [
  mutant(
    "state = 'confirmed' AND returned_at IS NULL\n   AND start_at <= :now",
    "state = 'confirmed' AND returned_at IS NULL"
  ),
  mutant('   AND start_at <= :now\n', '   AND start_at < :now\n'),
  mutant(
    "user_id = :rider AND state = 'confirmed' AND returned_at IS NULL",
    'user_id = :rider AND returned_at IS NULL'
  ),
  mutant(
    "user_id = :rider AND state = 'confirmed' AND returned_at IS NULL",
    "user_id = :rider AND state = 'confirmed'"
  ),
  mutant(
    ' AND e.start_at > :now\n                      AND e.id NOT IN',
    ' AND e.start_at > :now + 99999\n                      AND e.id NOT IN'
  ),
  mutant('max(:now, start_at + 1)', ':now'),
  mutant(' AND end_at > :now AND booked_end_at IS NULL', ' AND end_at > :now'),
  mutant("state = 'confirmed' AND start_at <= :now AND end_at > :now AND", "state = 'confirmed' AND end_at > :now AND"),
  mutant(
    "state = 'confirmed' AND start_at <= :now AND end_at > :now AND",
    "state = 'confirmed' AND start_at <= :now AND"
  ),
  mutant(
    "id = :id AND state = 'confirmed' AND payment_id = :payment AND start_at > :now",
    'id = :id AND payment_id = :payment'
  ),
  mutant(" - ${refundedPaise(':payment')}", ''),
  extension(' AND ${when}`', '`'),
  extension("${isUnpaidHold('bookings')} AND", "state = 'held' AND"),
  extension('iif(${isByRider}, held_since, NULL)', 'held_since'),
  extension('iif(${isByRider}, held_since, NULL)', 'NULL'),
  mutant(":by = 'rider'", 'TRUE'),
  mutant('${CELL_SECONDS} >= b.end_at', '${CELL_SECONDS} > b.end_at'),
  mutant("b.state IN ('cancelled', 'released')", "b.state IN ('released')"),
  mutant("b.state IN ('cancelled', 'released')", "b.state IN ('cancelled')"),
  mutant('raiseRevision(ENDS_LATER)', 'raiseRevision()')
]
