import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { BRAND_NAME } from '#domain/brand/brand.ts'
import { readOptions } from './kit/options.ts'
import { exitWithError, stateDir } from './kit/settings.ts'
import { runningAddress } from './serve/running.ts'

readOptions({ usage: 'npm run reset: deletes the local database and images.' })
const address = runningAddress(stateDir())
// A running server would lose its database and answer every request with an error.
if (address !== null)
  exitWithError(`${BRAND_NAME} is using this data at ${address}. Stop it (Ctrl-C) before the reset.`)
// Remove only wrangler's folder, because STATE_DIR may contain other files.
rmSync(join(stateDir(), 'v3'), { force: true, recursive: true })
console.log('The local database and images are deleted. `npm start` creates new ones.')
