import { BACKUP_BUCKET, backUp } from './deploy/backup.ts'
import { isWranglerError } from './deploy/cloudflare.ts'
import { mergeVariables, takeSources } from './deploy/variables.ts'
import { readOptions } from './kit/options.ts'
import { runTool, stopChildrenOnExit } from './kit/processes.ts'
import { exitWithError } from './kit/settings.ts'

readOptions({ usage: `npm run backup: copies the database into the bucket ${BACKUP_BUCKET} of the account.` })
stopChildrenOnExit(130)
const { location } = mergeVariables('production', takeSources(false))
const runWrangler = (args: readonly string[], variables: Record<string, string> = {}) =>
  runTool('wrangler', args, { output: 'keep', variables })
const path = await backUp(runWrangler, { location, now: new Date() }).catch((error: unknown) => {
  if (isWranglerError(error)) return exitWithError(error.message)
  throw error
})
console.log(`Copied the database to ${path}.`)
process.exit()
