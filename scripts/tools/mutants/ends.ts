import { type Mutant, mutantsOf } from './mutant.ts'

const ended = mutantsOf('bookings/rides/ended-rides.ts')
const pin = mutantsOf('catalogue/pin-rotation.ts')

const LATE_READ = 'addPinChanges("b.state = \'cancelled\' AND b.pin_seen_at = :now")'

/** The ends of rides, and the PINs that follow them. */
export const ends: readonly Mutant[] = [
  ended("r.kind = 'ride' AND r.state", 'r.state'),
  ended(
    "r.state = 'confirmed' AND r.returned_at IS NULL",
    'r.returned_at IS NULL',
    'A ride that is not paid has no paid rows, and so no end.'
  ),
  ended("r.state = 'confirmed' AND r.returned_at IS NULL", "r.state = 'confirmed'"),
  ended('r.end_at <= :before', 'r.end_at < :before'),
  ended("(e.state = 'confirmed' AND e.end_at > :before)", 'FALSE'),
  ended("(e.state = 'confirmed' AND e.end_at > :before)", '(e.end_at > :before)'),
  ended('e.end_at > :before', 'e.end_at >= :before'),
  ended("(${isLiveHold('e')})", 'FALSE'),
  ended("rideEnd('bookings.id')", "'bookings.end_at'"),
  pin('iif(input.value ->> 1 = s.otp_pin, input.value ->> 2, input.value ->> 1)', 'input.value ->> 1'),
  pin(' AND s.archived_at IS NULL', ''),
  pin(" AND r.pin_mode = 'rotate'\n WHERE", '\n WHERE'),
  pin('ON CONFLICT (scooter_id) DO NOTHING', 'ON CONFLICT (scooter_id) DO UPDATE SET new_pin = excluded.new_pin'),
  pin("b.state = 'cancelled' AND b.updated_at", 'b.updated_at'),
  pin(' AND b.updated_at = :now AND', ' AND'),
  pin(' AND b.pin_seen_at IS NOT NULL', ''),
  pin(' AND pin_seen_at IS NULL', ''),
  pin(LATE_READ, "addPinChanges('b.pin_seen_at = :now')"),
  pin(LATE_READ, 'addPinChanges("b.state = \'cancelled\'")'),
  pin("'${MINUTE_RUN}'), :now), :now) - ${ROTATION_MARGIN_SECONDS})", "'${MINUTE_RUN}'), :now), :now))"),
  pin('(min(coalesce((SELECT', '(max(coalesce((SELECT'),
  pin("o.state = 'confirmed' AND o.end_at > b.end_at", 'o.end_at > b.end_at'),
  pin("o.state = 'confirmed' AND o.end_at > b.end_at", 'FALSE'),
  pin("WHERE b.state = 'confirmed' AND b.start_at", 'WHERE b.start_at'),
  pin('b.end_at > ${SINCE} AND ', ''),
  pin(' AND b.end_at <= :now', ''),
  pin(' AND b.end_at <= :now', ' AND b.end_at < :now'),
  pin(' AND ${IS_LAST_OF_RIDE}', ''),
  pin(
    'NOT EXISTS (SELECT 1 FROM pin_changes c WHERE c.scooter_id = ended.scooter_id)\n   AND ',
    '',
    'The insert keeps a PIN that waits. The condition saves drawing another one.'
  ),
  pin('+a.subject = ended.scooter_id AND ', ''),
  pin('a.created_at > ended.end_at', 'a.created_at >= ended.end_at'),
  pin('a.created_at > ended.end_at', 'TRUE'),
  pin("a.action = 'change_pin'\n                           OR ", ''),
  pin("\n                           OR (a.action = 'update_scooter' AND instr(a.detail, 'otp_pin') > 0)", ''),
  pin("(a.action = 'update_scooter' AND instr(a.detail, 'otp_pin') > 0)", "a.action = 'update_scooter'"),
  pin("(a.action = 'update_scooter' AND instr(a.detail, 'otp_pin') > 0)", "instr(a.detail, 'otp_pin') > 0")
]
