import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readOptions } from './kit/options.ts'
import { exitWithError, stateDir } from './kit/settings.ts'
import { runningAddress } from './serve/running.ts'

readOptions({ usage: 'npm run reset: empties the local database and pictures.' })
const address = runningAddress(stateDir())
// It would go on without its database, and answer nothing but errors.
if (address !== null)
  exitWithError(`ScootStay runs on this data at ${address}. Stop it (Ctrl-C) before the data is emptied.`)
// Only what wrangler put there: STATE_DIR may be any folder, and somebody's files may lie beside it.
rmSync(join(stateDir(), 'v3'), { force: true, recursive: true })
console.log('The local database and pictures are gone. `npm start` begins anew.')
