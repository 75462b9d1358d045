import { type Mutant, mutantsOf } from './mutant.ts'

const guard = mutantsOf('slots/conditions.ts')
const deletion = mutantsOf('catalogue/delete-or-archive.ts')

const PAID_OR_SETTLING = "(${booking}.state = 'confirmed' OR (${isSettlingHold(booking)}))`"

export const guards: readonly Mutant[] = [
  guard('${booking}.start_at < ${end}', '${booking}.start_at <= ${end}'),
  guard('${booking}.end_at > ${start}', '${booking}.end_at >= ${start}'),
  guard('s.archived_at IS NOT NULL OR ', ''),
  guard(' OR p.archived_at IS NOT NULL', ''),
  guard('p.id IN (s.property_id, ${booking}.property_id)', 'p.id = s.property_id'),
  guard('p.id IN (s.property_id, ${booking}.property_id)', 'p.id = ${booking}.property_id'),
  guard('o.user_id = ${booking}.user_id AND ', ''),
  guard('o.id <> ${booking}.id AND ', ''),
  guard(" AND +o.state = 'confirmed'", ''),
  guard(' AND ${booking}.settling = 0`', '`'),
  guard("=> `${booking}.state = 'held' AND ${booking}.settling = 0`", '=> `${booking}.settling = 0`'),
  guard('${booking}.hold_until > :now`', '${booking}.hold_until > 0`'),
  guard('${booking}.settling = 1 OR ', ''),
  guard('OR ${booking}.hold_until > ${now})`', ')`'),
  guard('OR ${booking}.hold_until > ${now})`', 'OR ${booking}.hold_until >= ${now})`'),
  guard(PAID_OR_SETTLING, "${booking}.state = 'confirmed'`"),
  guard(PAID_OR_SETTLING, '(${isSettlingHold(booking)})`'),
  deletion("${hasNotEnded('b')} AND b.state", 'b.end_at >= :now AND b.state'),
  deletion("${hasNotEnded('b')} AND b.state = 'confirmed'", "${hasNotEnded('b')}"),
  deletion('${rules.isReferenced} AND ${canDelete(rules)}', '${rules.isReferenced}'),
  deletion("${isUnpaidHold('bookings')} AND", "state = 'held' AND"),
  deletion('\n   AND EXISTS (SELECT 1 FROM ${table} WHERE id = :id AND archived_at IS NOT NULL)', ''),
  deletion("holds: '+scooter_id = :id'", "holds: ':id = :id'"),
  deletion(
    '(+property_id = :id OR +scooter_id IN (SELECT id FROM scooters WHERE property_id = :id))',
    '+property_id = :id'
  ),
  deletion('SET ${SET_RELEASED}, ${SET_NOT_COUNTED}', 'SET ${SET_RELEASED}'),
  deletion('    prepare(freeClaims(rules)),\n', ''),
  deletion('DELETE FROM ${table} WHERE id = :id AND NOT ${isReferenced}', 'DELETE FROM ${table} WHERE id = :id')
]
