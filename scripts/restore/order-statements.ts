// An export contains each table followed by its rows. An import then fails, because rows reference tables and unique
// indexes that do not exist yet. This order avoids that.

interface Table {
  creation: string
  needs: string[]
  rows: string[]
}

const CREATION = /^CREATE TABLE (?:IF NOT EXISTS )?[`"]?(\w+)/i
const ROW = /^INSERT INTO [`"]?(\w+)/i
const UNIQUE_INDEX = /^CREATE UNIQUE INDEX\b/i
const REFERENCE = /\bREFERENCES [`"]?(\w+)/gi

/** Sorts the tables so that each one follows the tables that it references. */
function byDependency(tables: ReadonlyMap<string, Table>): Table[] {
  const placed = new Set<Table>()
  const place = (name: string, dependencies: readonly string[]) => {
    const table = tables.get(name)
    if (!table || placed.has(table) || dependencies.includes(name)) return
    for (const needed of table.needs) place(needed, [...dependencies, name])
    placed.add(table)
  }
  for (const name of tables.keys()) place(name, [])
  return [...placed]
}

/** Reorders the backup: tables and unique indexes, then rows, then all other statements. */
export async function orderStatements(backup: string): Promise<string> {
  // Takes seconds to load.
  const { unstable_splitSqlQuery: statementsOf } = await import('wrangler')
  const tables = new Map<string, Table>()
  const before: string[] = []
  const unique: string[] = []
  const after: string[] = []
  for (const statement of statementsOf(backup)) {
    const [, created] = CREATION.exec(statement) ?? []
    const filled = tables.get(ROW.exec(statement)?.[1] ?? '')
    if (created) {
      const needs = [...statement.matchAll(REFERENCE)].map(([, name = '']) => name)
      tables.set(created, { creation: statement, needs, rows: [] })
    } else if (filled) filled.rows.push(statement)
    else if (/^PRAGMA\b/i.test(statement)) before.push(statement)
    else if (UNIQUE_INDEX.test(statement)) unique.push(statement)
    else after.push(statement)
  }
  const orderedTables = byDependency(tables)
  const made = [...orderedTables.map(({ creation }) => creation), ...unique]
  const all = [...before, ...made, ...orderedTables.flatMap(({ rows }) => rows), ...after]
  return `${all.map(statement => statement.replace(/;\s*$/, '')).join(';\n')};\n`
}
