import { isUtf8 } from 'node:buffer'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brokenInvariants } from '#server/monitoring/invariants.ts'
import { exitWithError, ROOT } from '../kit/settings.ts'
import { runWrangler, withPrivateFile } from '../kit/wrangler.ts'
import { migrate, type State, withBindings } from '../serve/state.ts'

// An export contains each table followed by its rows. An import then fails, because rows reference tables and unique
// indexes that do not exist yet. This order avoids that. Texts that no import takes are written in another way.
//
// The backup is a string of bytes ('latin1'), so that each text keeps its own.

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

/** Texts, and what can contain a quote without being one: names and comments. */
const TEXT = /(?:'[^']*')+|"(?:[^"]|"")*"|`[^`]*`|--.*/g

const bytesOf = (text: string) => Buffer.from(text.slice(1, -1).replaceAll("''", "'"), 'latin1')
const textFrom = (bytes: Buffer) => `CAST(X'${bytes.toString('hex')}' AS TEXT)`

/** SQL ends at NUL. wrangler takes these words for a transaction of its own, and reads only UTF-8. */
const isUnreadable = (text: string) => /\0|BEGIN TRANSACTION/.test(text) || !isUtf8(Buffer.from(text, 'latin1'))

function withReadableTexts(backup: string): string {
  return backup.replace(TEXT, text => (text.startsWith("'") && isUnreadable(text) ? textFrom(bytesOf(text)) : text))
}

/** D1 refuses longer statements. Bytes. */
const STATEMENT_MAX_BYTES = 100_000
/** Hexadecimal digits need twice as many. */
const PART_BYTES = 40_000
const COLUMNS_MAX = 100
/** A row with so many shorter texts is short enough. */
const LONG_TEXT_BYTES = 900
const PARTS_TABLE = 'restored_texts'

/** The statements that build long texts, from the number of the first one on, and the statement that then uses them. */
function inParts(statement: string, first: number): string[] {
  if (statement.length <= STATEMENT_MAX_BYTES) return [statement]
  const building: string[] = []
  let id = first
  const short = statement.replace(/CAST\(X'[\da-f]*' AS TEXT\)|(?:'[^']*')+/g, text => {
    if (text.length < LONG_TEXT_BYTES) return text
    const bytes = text.startsWith("'") ? bytesOf(text) : Buffer.from(text.slice("CAST(X'".length), 'hex')
    id += 1
    building.push(`INSERT INTO ${PARTS_TABLE} VALUES (${id}, '')`)
    for (let start = 0; start < bytes.length; start += PART_BYTES) {
      const part = textFrom(bytes.subarray(start, start + PART_BYTES))
      building.push(`UPDATE ${PARTS_TABLE} SET text = text || ${part} WHERE id = ${id}`)
    }
    return `(SELECT text FROM ${PARTS_TABLE} WHERE id = ${id})`
  })
  return [...building, short]
}

/** Reorders the backup: tables and unique indexes, then rows, then all other statements. */
export async function orderStatements(backup: string): Promise<string> {
  // Takes seconds to load.
  const { unstable_splitSqlQuery: statementsOf } = await import('wrangler')
  const tables = new Map<string, Table>()
  const before: string[] = []
  const unique: string[] = []
  const after: string[] = []
  for (const statement of statementsOf(withReadableTexts(backup))) {
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
  const rows = orderedTables.flatMap(({ rows }) => rows).flatMap((row, index) => inParts(row, index * COLUMNS_MAX))
  const hasParts = rows.some(row => row.startsWith(`INSERT INTO ${PARTS_TABLE}`))
  const all = [
    ...before,
    ...made,
    ...(hasParts ? [`CREATE TABLE ${PARTS_TABLE} (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT`] : []),
    ...rows,
    ...(hasParts ? [`DROP TABLE ${PARTS_TABLE}`] : []),
    ...after
  ]
  return `${all.map(statement => statement.replace(/;\s*$/, '')).join(';\n')};\n`
}

const CONFIG = join(ROOT, 'wrangler.toml')

/** Imports the backup into an empty database, in an order that works. */
export async function importBackup(backup: string, database: string, target: readonly string[]) {
  const ordered = await orderStatements(readFileSync(backup, 'latin1'))
  return withPrivateFile(Buffer.from(ordered, 'latin1'), file =>
    runWrangler(['d1', 'execute', database, '--config', CONFIG, '--file', file, '--yes', ...target])
  )
}

export interface RestoreResult {
  bookings: number
  /** The broken invariants. */
  broken: string[]
  riders: number
}

/** Imports a backup into a folder without a database, migrates it and checks the invariants. */
export async function restoreIntoFolder(backup: string, state: State): Promise<RestoreResult> {
  if (existsSync(join(state.folder, 'v3'))) exitWithError(`${state.folder} already contains a database.`)
  mkdirSync(state.folder, { recursive: true })
  const { output, succeeded } = await importBackup(backup, 'DB', ['--local', '--persist-to', state.folder])
  if (!succeeded) exitWithError(`The backup could not be imported:\n${output}`)
  await migrate(state)
  return withBindings(state, async ({ DB }) => {
    const count = (table: string) => DB.prepare(`SELECT count(*) AS count FROM ${table}`).first<number>('count')
    const broken = await brokenInvariants(DB, new Date())
    return {
      bookings: (await count('bookings')) ?? 0,
      broken: broken.map(({ count, ids, invariant }) => `${invariant}: ${count} (${ids.join(', ')})`),
      riders: (await count('users')) ?? 0
    }
  })
}
