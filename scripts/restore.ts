import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readOptions } from './kit/options.ts'
import { stopTogether } from './kit/processes.ts'
import { environmentFile, ROOT, refuse } from './kit/settings.ts'
import { executed, readable, restoreHere } from './restore/here.ts'

// A backup that was never read back is none: here it is, on this machine, or into an empty database of the account.

const USAGE = 'npm run restore -- backup.sql [--into folder | --remote empty-database]'

const { positionals, values } = readOptions({
  allowPositionals: true,
  options: { into: { default: '.wrangler/restored', type: 'string' }, remote: { type: 'string' } },
  usage: USAGE
})
const [backup = ''] = positionals
if (!existsSync(backup)) refuse(`Which backup? ${USAGE}`)
stopTogether(130)

async function there(database: string): Promise<string> {
  const { printed, succeeded } = await executed(await readable(backup), database, ['--remote'])
  return succeeded ? `${backup} is in ${database} now.` : refuse(`The backup could not be read in:\n${printed}`)
}

async function here(): Promise<string> {
  const folder = resolve(ROOT, values.into)
  const { bookings, broken, riders } = await restoreHere(backup, { environment: environmentFile(), folder })
  for (const sentence of broken) console.error(`Does not hold: ${sentence}`)
  const shown = `STATE_DIR=${join(values.into)} npm start`
  const found = `${bookings} bookings of ${riders} riders are in ${values.into}; \`${shown}\` shows them.`
  return broken.length === 0 ? `${found} All that must be true of slots and money is.` : refuse(found)
}

console.log(values.remote === undefined ? await here() : await there(values.remote))
process.exit()
