import type { Mutant } from './mutant.ts'

const mutant = (from: string, to: string, equivalent?: string): Mutant => ({ equivalent, file: 'slots.ts', from, to })

const LOOSE = "NOT (b.user_id = ?2 AND b.state = 'held' AND b.settling = 0)"
const ON_ITS_WAY = "(b.state = 'confirmed' OR (b.state = 'held' AND b.settling = 1))"

export const slots: readonly Mutant[] = [
  mutant('hold_until <= ?1 AND (+scooter_id', 'hold_until < ?1 AND (+scooter_id'),
  mutant('+scooter_id = ?2 OR +user_id = ?3', '+scooter_id = ?2 AND +user_id = ?3'),
  mutant('hold_until IS NOT NULL AND hold_until <= ?4', 'hold_until IS NOT NULL AND hold_until < ?4'),
  mutant('hold_until IS NOT NULL AND hold_until <= ?4', '?4 = ?4'),
  mutant("s.status = 'Available' AND ", ''),
  mutant('u.property_id = s.property_id AND ', ''),
  mutant('   AND NOT EXISTS (SELECT 1 FROM bookings WHERE id = ?1)\n', ''),
  mutant('c.cell >= ?11', 'c.cell > ?11'),
  mutant('c.cell < ?12', 'c.cell <= ?12'),
  mutant(
    LOOSE,
    "NOT (b.user_id = ?2 AND b.state = 'held')",
    'A hold of his own that waits for money is in his way by its time, whatever it claims.'
  ),
  mutant(
    LOOSE,
    'NOT (b.user_id = ?2 AND b.settling = 0)',
    'A paid ride of his own is in his way by its time, whatever it claims.'
  ),
  mutant('b.start_at < ?5', 'b.start_at <= ?5'),
  mutant('b.end_at > ?4\n', 'b.end_at >= ?4\n'),
  mutant(ON_ITS_WAY, "b.state = 'confirmed'"),
  mutant(ON_ITS_WAY, "(b.state = 'held' AND b.settling = 1)"),
  mutant(
    'b.hold_until > ?10',
    'b.hold_until >= ?10',
    'The batch has expired what ends now before it looks for the same hold.'
  ),
  mutant(' AND b.plan_id IS ?6)', ')'),
  mutant('settling = 0 AND id <> ?3\n', 'id <> ?3\n'),
  mutant('settling = 0 AND id <> ?2)', 'id <> ?2)'),
  mutant("WHERE id = ?2 AND state = 'held')", 'WHERE id = ?2)'),
  mutant("AND EXISTS (SELECT 1 FROM bookings WHERE id = ?3 AND state = 'held')", ''),
  mutant("WHERE id = ?3 AND state = 'held')", 'WHERE id = ?3)'),
  mutant("AND EXISTS (SELECT 1 FROM bookings WHERE id = ?2 AND state = 'held')", ''),
  mutant("b.id = ?3 AND b.state = 'held'", 'b.id = ?3'),
  mutant("WHERE id = ?1 AND state = 'held'\"", 'WHERE id = ?1"'),
  mutant(
    'hold_until <= ?1 LIMIT ${SWEEP_AT_ONCE})`\n\nconst FREE',
    'hold_until > ?1 LIMIT ${SWEEP_AT_ONCE})`\n\nconst FREE'
  ),
  mutant(
    'hold_until IS NOT NULL AND hold_until <= ?1 LIMIT',
    'hold_until IS NOT NULL AND hold_until < ?1 LIMIT',
    'A claim that ends now counts no more, swept now or a minute later.'
  ),
  mutant('hold_until IS NOT NULL AND hold_until <= ?1 LIMIT', '?1 = ?1 LIMIT')
]
