import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { buildOrExit, builtWorker } from './build/build.ts'
import { isExternal } from './deploy/checks.ts'
import { isWranglerError } from './deploy/cloudflare.ts'
import { type DeployRequest, deploy } from './deploy/deploy.ts'
import { waitUntilHealthy } from './deploy/health.ts'
import { readOptions } from './kit/options.ts'
import { runTool, stopChildrenOnExit } from './kit/processes.ts'
import { EXAMPLE_ENVIRONMENT, exitWithError, PRODUCTION_ENVIRONMENT, publicVariables, ROOT } from './kit/settings.ts'

const readEnv = (file: string) => parseEnv(readFileSync(file, 'utf8')) as Record<string, string>

async function readDeployRequest(isDryRun: boolean): Promise<DeployRequest> {
  // Takes seconds to load.
  const { unstable_readConfig } = await import('wrangler')
  const publicVars = publicVariables(PRODUCTION_ENVIRONMENT)
  const env = isExternal({ public: publicVars }) ? { env: 'external' } : {}
  const { d1_databases, vars } = unstable_readConfig(
    { config: join(ROOT, 'wrangler.toml'), ...env },
    { hideWarnings: true }
  )
  const [database] = d1_databases
  return {
    chosenAccount: process.env.CLOUDFLARE_ACCOUNT_ID ?? '',
    database_id: database?.database_id,
    database_name: database?.database_name ?? '',
    demo: readEnv(EXAMPLE_ENVIRONMENT),
    file: existsSync(PRODUCTION_ENVIRONMENT) ? readEnv(PRODUCTION_ENVIRONMENT) : null,
    isDryRun,
    public: publicVars,
    variables: vars
  }
}

async function buildFresh(): Promise<string> {
  rmSync(join(ROOT, 'dist'), { force: true, recursive: true })
  await buildOrExit(PRODUCTION_ENVIRONMENT)
  return builtWorker()
}

stopChildrenOnExit(130)
const { values } = readOptions({
  options: { 'dry-run': { default: false, type: 'boolean' } },
  usage: 'npm run deploy [-- --dry-run]: builds with .env.production and deploys the Worker.'
})
const request = await readDeployRequest(values['dry-run'])
const steps = {
  runWrangler: (args: readonly string[], variables: Record<string, string> = {}) =>
    runTool('wrangler', args, { output: 'keep', variables }),
  build: buildFresh,
  health: (address: string) => waitUntilHealthy(address, isExternal(request)),
  print: (line: string) => console.log(line)
}
const succeeded = await deploy(steps, request).catch((error: unknown) => {
  if (isWranglerError(error)) return exitWithError(error.message)
  throw error
})
process.exit(succeeded ? 0 : 1)
