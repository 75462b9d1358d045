import { type Mutant, mutantsOf } from './mutant.ts'

const choices = mutantsOf('bookings/rides/extendable-ride.ts')
const call = mutantsOf('bookings/rides/extend.ts')
const hold = mutantsOf('slots/reserve.ts')
const result = mutantsOf('slots/reserve-result.ts')

const IN_SERVICE = "s.status = 'Available' AND s.archived_at IS NULL AND p.archived_at IS NULL AS"
const LIVE_CLAIM = "${isLiveClaim('c')}"
const OFFERS = 'plansOnDayOf(ride.start_at, plans)'
const WITHIN_LIMIT = 'bookedHours + hours <= maxRideHours'
const OWN_OTHER = " AND ${isPaidOrSettling('o')}"

export const extensions: readonly Mutant[] = [
  choices("${isUnreturnedRide('ride')} AS is_unreturned", 'TRUE AS is_unreturned'),
  choices("${lastPaidRow('ride.id')}", 'ride.id'),
  choices(' AND ride.user_id = :rider', ''),
  choices(" AND +b.state = 'confirmed')`", ')`'),
  choices(IN_SERVICE, 's.archived_at IS NULL AND p.archived_at IS NULL AS'),
  choices(IN_SERVICE, "s.status = 'Available' AND p.archived_at IS NULL AS"),
  choices(IN_SERVICE, "s.status = 'Available' AND s.archived_at IS NULL AS"),
  choices('coalesce(rules.max_ride_hours, ${NUMBER_RULES.max_ride_hours.default})', '24'),
  choices('coalesce(rules.buffer_minutes, ${NUMBER_RULES.buffer_minutes.default})', '0'),
  choices(' AND plan.is_active = 1', ''),
  choices(' AND plan.archived_at IS NULL', ''),
  choices('iif(b.user_id = :rider, 0, ${BUFFER_SECONDS})', '${BUFFER_SECONDS}'),
  choices('min(max(last.end_at, c.cell', 'min(max(0, c.cell'),
  choices(LIVE_CLAIM, 'c.hold_until IS NULL'),
  choices(LIVE_CLAIM, 'TRUE'),
  choices(" AND NOT (b.user_id = :rider AND ${isUnpaidHold('b')})", ''),
  choices(
    "${isUnpaidHold('b')})",
    "b.state = 'held')",
    'A ride of the same rider that is being confirmed is found by its time, whatever it claims.'
  ),
  choices('+ ${LONGEST_SECONDS} + ${BUFFER_SECONDS}\n', '+ ${LONGEST_SECONDS}\n'),
  choices(OWN_OTHER, ''),
  choices(OWN_OTHER, " AND +o.state = 'confirmed'"),
  choices(' || secondsOf(now) >= ride.end_at + EXTENDABLE_MINUTES * MINUTE_SECONDS', ''),
  choices('ride.hourly_1 === null ? DEFAULT_RATES : ride', 'DEFAULT_RATES'),
  choices(OFFERS, 'plans'),
  choices(OFFERS, '[]'),
  choices(WITHIN_LIMIT, 'bookedHours + hours < maxRideHours'),
  choices(WITHIN_LIMIT, 'hours <= maxRideHours'),
  call('window.end <= nextTaken', 'window.end < nextTaken'),
  call('allowed: extensions.length', 'allowed: 1'),
  call('reason === null ? free : []', 'reason === null ? extensions : []'),
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
