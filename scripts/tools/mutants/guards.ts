import type { Mutant } from './mutant.ts'

const guard = (from: string, to: string, equivalent?: string): Mutant => ({
  equivalent,
  file: 'slots/conditions.ts',
  from,
  to
})

const deletion = (from: string, to: string, equivalent?: string): Mutant => ({
  equivalent,
  file: 'catalogue/deletion.ts',
  from,
  to
})

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
  deletion("b.end_at > ?2 AND b.state = 'confirmed'", "b.end_at >= ?2 AND b.state = 'confirmed'"),
  deletion("b.end_at > ?2 AND b.state = 'confirmed'", 'b.end_at > ?2'),
  deletion('${rules.isReferenced} AND ${canDelete(rules)}', '${rules.isReferenced}'),
  deletion("state = 'held' AND settling = 0 AND", "state = 'held' AND"),
  deletion('\n   AND EXISTS (SELECT 1 FROM ${table} WHERE id = ?1 AND archived_at IS NOT NULL)', ''),
  deletion("holds: '+scooter_id = ?1'", "holds: '?1 = ?1'"),
  deletion(
    '(+property_id = ?1 OR +scooter_id IN (SELECT id FROM scooters WHERE property_id = ?1))',
    '+property_id = ?1'
  ),
  deletion('hold_until = NULL, held_since = NULL, updated_at = ?2', 'hold_until = NULL, updated_at = ?2'),
  deletion('    bindId(freeClaims(rules)),\n', ''),
  deletion('DELETE FROM ${table} WHERE id = ?1 AND NOT ${isReferenced}', 'DELETE FROM ${table} WHERE id = ?1')
]
