import { sql } from '#tests/helpers/servers/app.ts'

/** What counts nothing but how often somebody came. */
const TALLIES = ['throttles']

/** All that the database holds, by table: what a refused call must leave as it was. */
export async function contents(): Promise<Record<string, unknown[]>> {
  const tables = await sql<{ name: string }>(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'`
  )
  const names = tables.map(({ name }) => name).filter(name => !TALLIES.includes(name))
  return Object.fromEntries(await Promise.all(names.map(async name => [name, await sql(`SELECT * FROM ${name}`)])))
}
