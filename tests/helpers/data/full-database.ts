import { sql, sqlBatch } from '#tests/helpers/servers/app.ts'

// A database of the greatest size. D1 then answers reads and deletes, and refuses all other writes with this text.

const tables = () =>
  sql<{ name: string }>(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf%' ESCAPE '\\'`
  )

const CHANGES = ['INSERT', 'UPDATE']

export async function fillDatabase(): Promise<void> {
  const triggers = (await tables()).flatMap(({ name }) =>
    CHANGES.map(
      change =>
        `CREATE TRIGGER full_${change}_${name} BEFORE ${change} ON ${name} BEGIN SELECT RAISE(ABORT, 'Exceeded maximum DB size'); END`
    )
  )
  await sqlBatch(...triggers.map(trigger => [trigger] as const))
}

export async function makeRoom(): Promise<void> {
  const drops = (await tables()).flatMap(({ name }) => CHANGES.map(change => `DROP TRIGGER full_${change}_${name}`))
  await sqlBatch(...drops.map(drop => [drop] as const))
}
