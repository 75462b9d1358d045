import { type Mutant, mutantsOf } from './mutant.ts'

const choices = mutantsOf('bookings/rides/extendable-ride.ts')
const call = mutantsOf('bookings/rides/extend-booking.ts')
const hold = mutantsOf('slots/reserve.ts')
const result = mutantsOf('slots/reserve-result.ts')
const taken = mutantsOf('slots/next-taken.ts')
const guard = mutantsOf('slots/conditions.ts')
const rule = mutantsOf('db/rule-sql.ts')

const AVAILABLE = "${scooter}.status = 'Available' AND "
const LIVE_CLAIM = "${isLiveClaim('c', now)}"
const OFFERS = 'plansOnDayOf(ride.start_at, plans)'
const OWN_OTHER = "\n   AND ${isPaidOrSettling('own')}"

export const extensions: readonly Mutant[] = [
  choices("${isUnreturnedRide('ride')} AS is_unreturned", 'TRUE AS is_unreturned'),
  choices("${lastPaidRow('ride.id')}", 'ride.id'),
  choices(' AND ride.user_id = :rider', ''),
  guard(AVAILABLE, ''),
  guard(' AND ${scooter}.archived_at IS NULL AND', ' AND'),
  guard(' AND ${property}.archived_at IS NULL`', '`'),
  choices("${isInService('s', 'p')}", 'TRUE'),
  choices("${ruleSql('max_ride_hours')}", '24'),
  choices("${ruleSql('buffer_minutes')}", '0'),
  rule('coalesce(${rules}.${name}, ${NUMBER_RULES[name].default})', '${rules}.${name}'),
  choices(' AND plan.is_active = 1', ''),
  choices(' AND plan.archived_at IS NULL', ''),
  taken('iif(holder.user_id = ride.user_id, 0, ${BUFFER_SECONDS})', '${BUFFER_SECONDS}'),
  taken('min(max(last.end_at, c.cell', 'min(max(0, c.cell'),
  taken(LIVE_CLAIM, 'c.hold_until IS NULL'),
  taken(LIVE_CLAIM, 'TRUE'),
  taken(" AND NOT (holder.user_id = ride.user_id AND ${isUnpaidHold('holder')})", ''),
  taken(
    "${isUnpaidHold('holder')})",
    "holder.state = 'held')",
    'A ride of the same rider that is being confirmed is found by its time, whatever it claims.'
  ),
  taken('+ ${LONGEST_SECONDS} + ${BUFFER_SECONDS}\n', '+ ${LONGEST_SECONDS}\n'),
  taken(OWN_OTHER, ''),
  taken(OWN_OTHER, " AND +own.state = 'confirmed'"),
  choices(' || !isExtendable(dateFrom(ride.end_at), now)', ''),
  choices('ride.hourly_1 === null ? DEFAULT_RATES : ride', 'DEFAULT_RATES'),
  choices(OFFERS, 'plans'),
  choices(OFFERS, '[]'),
  call('ride.extensions.filter(extension => hours.includes(extension.hours))', 'ride.extensions'),
  call('limitOrders(rider.id, now)', 'null'),
  call("  if (!ride.isInService) throw refusal('scooter_leaves_service')\n", ''),
  call('buffer_minutes, plan: null', 'buffer_minutes: 0, plan: null'),
  hold("lastPaidRow(':ride')", "':ride'"),
  hold('JOIN scooters s ON s.id = last.scooter_id', 'JOIN scooters s ON s.id = ride.scooter_id'),
  hold(' AND s.id = :scooter AND last', ' AND last'),
  hold(':now < :start + ${EXTENDABLE_SECONDS}', ':now <= :start + ${EXTENDABLE_SECONDS}'),
  hold('cellsBefore: ride_id === undefined ? bufferCells : 0', 'cellsBefore: bufferCells'),
  result(' AND b.kind = :kind', '')
]
