import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brokenInvariants } from '#server/monitoring/invariants.ts'
import { exitWithError, ROOT } from '../kit/settings.ts'
import { runWrangler, withPrivateFile } from '../kit/wrangler.ts'
import { migrate, type State, withBindings } from '../serve/state.ts'
import { orderStatements } from './order-statements.ts'

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
