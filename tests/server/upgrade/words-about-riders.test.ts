import { expect, test } from 'vitest'
import { sql, startApp } from '#tests/helpers/servers/app.ts'
import { makeDatabaseBefore } from './version-1.ts'

// A database from before notes had a property, and before a deletion took what admins had written.

startApp(undefined, async d1 => {
  await makeDatabaseBefore(d1, '0039_notes-of-a-property.sql')
  const rider = '(SELECT min(id) FROM users WHERE deleted_at IS NULL AND property_id IS NOT NULL)'
  const rows = [
    `INSERT INTO rider_notes (id, user_id, admin_id, kind, text, created_at)
     SELECT 'n', ${rider}, min(id), 'note', 'x', 0 FROM admins`
  ]
  await d1.batch(rows.map(row => d1.prepare(row)))
})

test('an upgrade gives a note the present property of its rider', async () => {
  const notes = await sql<{ own: string; property_id: string }>(
    'SELECT n.property_id, u.property_id AS own FROM rider_notes n JOIN users u ON u.id = n.user_id'
  )
  expect(notes.map(({ own, property_id }) => own !== null && own === property_id)).toEqual([true])
})
