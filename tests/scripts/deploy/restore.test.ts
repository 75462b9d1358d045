import { isUtf8 } from 'node:buffer'
import { existsSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { unstable_splitSqlQuery } from 'wrangler'
import { runProgram } from '../../../scripts/kit/processes.ts'
import { orderStatements } from '../../../scripts/restore/restore-local.ts'

// The format of wrangler: each table with its rows.
const EXPORT = `PRAGMA defer_foreign_keys=TRUE;
CREATE TABLE IF NOT EXISTS "d1_migrations"(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE);
INSERT INTO "d1_migrations" ("id","name") VALUES(1,'0000_first.sql');
CREATE TABLE \`bookings\` (
\t\`id\` text PRIMARY KEY,
\t\`scooter_id\` text REFERENCES \`scooters\`(\`id\`),
\t\`note\` text
) STRICT;
INSERT INTO "bookings" ("id","scooter_id","note") VALUES('b1','s1','two; INSERT INTO "scooters"; and ''quotes''
on two lines');
CREATE TABLE \`slot_claims\` (\`booking_id\` text, \`scooter_id\` text, FOREIGN KEY (\`booking_id\`,\`scooter_id\`) REFERENCES \`bookings\`(\`id\`,\`scooter_id\`)) STRICT;
INSERT INTO "slot_claims" ("booking_id","scooter_id") VALUES('b1','s1');
CREATE TABLE \`scooters\` (\`id\` text PRIMARY KEY, \`property_id\` text, FOREIGN KEY (\`property_id\`) REFERENCES \`properties\`(\`id\`)) STRICT;
INSERT INTO "scooters" ("id","property_id") VALUES('s1','p1');
INSERT INTO "scooters" ("id","property_id") VALUES('s2',NULL);
CREATE TABLE \`properties\` (\`id\` text PRIMARY KEY) STRICT;
INSERT INTO "properties" ("id") VALUES('p1');
DELETE FROM sqlite_sequence;
INSERT INTO "sqlite_sequence" ("name","seq") VALUES('d1_migrations',7);
CREATE INDEX \`bookings_scooter\` ON \`bookings\` (\`scooter_id\`);
CREATE UNIQUE INDEX \`bookings_of_scooter\` ON \`bookings\` (\`id\`,\`scooter_id\`);
`

function databaseWith(sql: string): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  database.exec(sql)
  return database
}

describe('a backup', () => {
  test('is imported completely after sorting', async () => {
    const database = databaseWith(await orderStatements(EXPORT))
    const all = (table: string) => database.prepare(`SELECT * FROM ${table}`).all()
    expect(all('bookings')).toEqual([
      { id: 'b1', note: `two; INSERT INTO "scooters"; and 'quotes'\non two lines`, scooter_id: 's1' }
    ])
    expect(all('scooters').map(({ id }) => id)).toEqual(['s1', 's2'])
    expect(all('properties')).toHaveLength(1)
    expect(all('sqlite_sequence')).toEqual([{ name: 'd1_migrations', seq: 7 }])
    expect(database.prepare("SELECT name FROM sqlite_master WHERE type = 'index' AND sql NOT NULL").all()).toEqual([
      { name: 'bookings_of_scooter' },
      { name: 'bookings_scooter' }
    ])
    expect(all('slot_claims')).toHaveLength(1)
  })

  describe('with texts that SQL or wrangler cannot read', () => {
    const utf8 = (text: string) => Buffer.from(text)
    const TEXTS: [string, Buffer][] = [
      ['NUL', utf8("O'Neil\0'; --")],
      ['the words of a transaction', utf8('BEGIN TRANSACTION; COMMIT; BEGIN TRANSACTION')],
      ['half of an emoji', Buffer.from([0x41, 0xed, 0xa0, 0xbd, 0x42])],
      ['half a million letters', utf8(`${'ärif -- "\'`'.repeat(50_000)}🛵`)],
      ['the most that a row can contain', utf8('\0'.repeat(1_900_000))]
    ]

    /** As wrangler exports it: quotes are doubled, and nothing else is escaped. */
    const exported = (texts: readonly Buffer[]) => `CREATE TABLE riders (id integer PRIMARY KEY, name text) STRICT;
${texts.map((text, id) => `INSERT INTO "riders" ("id","name") VALUES(${id},'${text.toString('latin1').replaceAll("'", "''")}');`).join('\n')}
CREATE INDEX riders_name ON riders (name);`

    test.each(TEXTS)('is imported as it was: %s', async (_, text) => {
      const ordered = await orderStatements(exported([utf8('Asha'), text, utf8('Dev')]))
      const bytes = Buffer.from(ordered, 'latin1')
      expect(isUtf8(bytes)).toBe(true)
      const statements = unstable_splitSqlQuery(bytes.toString())
      expect(statements.filter(statement => Buffer.byteLength(statement) > 100_000)).toEqual([])
      const database = databaseWith(bytes.toString())
      const names = database.prepare('SELECT hex(name) AS name FROM riders ORDER BY id').all()
      expect(names.map(({ name }) => Buffer.from(String(name), 'hex'))).toEqual([utf8('Asha'), text, utf8('Dev')])
      expect(database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()).toEqual([
        { name: 'riders' }
      ])
    })
  })

  test('with tables that refer to each other, or to themselves, is sorted without an endless loop', async () => {
    const circle = `CREATE TABLE a (id text PRIMARY KEY, b text REFERENCES b(id), a text REFERENCES a(id));
      CREATE TABLE b (id text PRIMARY KEY, a text REFERENCES a(id));`
    expect(
      databaseWith(await orderStatements(circle))
        .prepare('SELECT name FROM sqlite_master')
        .all()
    ).toHaveLength(4)
  })
})

test('a backup that is too large is refused, and nothing is made', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'restore-'))
  const [backup, into] = [join(folder, 'backup.sql'), join(folder, 'restored')]
  writeFileSync(backup, '')
  truncateSync(backup, 300_000_000)
  const restore = ['--no-warnings', 'scripts/restore.ts', backup, '--into', into]
  const { output, succeeded } = await runProgram(process.execPath, restore, { output: 'keep', variables: {} })
  expect([succeeded, output]).toEqual([false, expect.stringContaining('has 300 MB, more than the 268 MB')])
  expect(existsSync(into)).toBe(false)
  rmSync(folder, { recursive: true })
})
