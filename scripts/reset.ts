import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { stateDir } from './settings.ts'

// Only what wrangler put there: STATE_DIR may be any folder, and somebody's files may lie beside it.
rmSync(join(stateDir(), 'v3'), { force: true, recursive: true })
console.log('The local database and pictures are gone. `npm start` begins anew.')
