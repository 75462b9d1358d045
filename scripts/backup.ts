import { BACKUP_BUCKET, backUp } from './deploy/cloudflare.ts'
import { mergeVariables, takeSources } from './deploy/variables.ts'
import { readOptions } from './kit/options.ts'
import { stopChildrenOnExit } from './kit/processes.ts'
import { exitOnWranglerError, runWrangler } from './kit/wrangler.ts'

readOptions({ usage: `npm run backup: copies the database into the bucket ${BACKUP_BUCKET} of the account.` })
stopChildrenOnExit(130)
const { location } = mergeVariables('production', takeSources(false))
const path = await backUp(runWrangler, { location, now: new Date() }).catch(exitOnWranglerError)
console.log(`Copied the database to ${path}.`)
process.exit()
