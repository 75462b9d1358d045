import { sql } from '#tests/helpers/servers/app.ts'

/** Tables that only count requests. */
const TALLIES = ['throttles']

/** All rows of the database, by table. A rejected call must not change them. */
export async function contents(): Promise<Record<string, unknown[]>> {
  const tables = await sql<{ name: string }>(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'`
  )
  const names = tables.map(({ name }) => name).filter(name => !TALLIES.includes(name))
  return Object.fromEntries(await Promise.all(names.map(async name => [name, await sql(`SELECT * FROM ${name}`)])))
}
