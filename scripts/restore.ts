import { constants } from 'node:buffer'
import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readOptions } from './kit/options.ts'
import { stopChildrenOnExit } from './kit/processes.ts'
import { environmentFile, exitWithError, ROOT } from './kit/settings.ts'
import { importBackup, restoreIntoFolder } from './restore/restore-local.ts'

// Restores a backup, to test it on this machine or to fill an empty remote database.

const USAGE = 'npm run restore -- backup.sql [--into folder | --remote empty-database]'

const { positionals, values } = readOptions({
  allowPositionals: true,
  options: { into: { default: '.wrangler/restored', type: 'string' }, remote: { type: 'string' } },
  usage: USAGE
})
const [backup = ''] = positionals
if (!existsSync(backup)) exitWithError(`The backup file was not found. ${USAGE}`)

/** wrangler reads the backup as one text, and writes it into another one that escapes it. */
const MAX_BYTES = constants.MAX_STRING_LENGTH / 2
const megabytes = (bytes: number) => Math.floor(bytes / 1e6)
const { size } = statSync(backup)
if (size > MAX_BYTES)
  exitWithError(`The backup has ${megabytes(size)} MB, more than the ${megabytes(MAX_BYTES)} MB that can be restored.`)
stopChildrenOnExit(130)

async function restoreRemote(database: string): Promise<string> {
  const { output, succeeded } = await importBackup(backup, database, ['--remote'])
  return succeeded
    ? `${backup} was imported into ${database}.`
    : exitWithError(`The backup could not be imported:\n${output}`)
}

async function restoreLocal(): Promise<string> {
  const folder = resolve(ROOT, values.into)
  const { bookings, broken, riders } = await restoreIntoFolder(backup, { environment: environmentFile(), folder })
  for (const sentence of broken) console.error(`Broken invariant: ${sentence}`)
  const command = `STATE_DIR=${join(values.into)} npm start`
  const summary = `${bookings} bookings of ${riders} riders are in ${values.into}; \`${command}\` shows them.`
  return broken.length === 0 ? `${summary} All invariants hold.` : exitWithError(summary)
}

console.log(values.remote === undefined ? await restoreLocal() : await restoreRemote(values.remote))
process.exit()
