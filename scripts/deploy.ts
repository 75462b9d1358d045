import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { buildOrRefuse, builtWorker } from './build/build.ts'
import { isExternal } from './deploy/checks.ts'
import { isUnwilling } from './deploy/cloudflare.ts'
import { deploy, type Wish } from './deploy/deploy.ts'
import { healthOf } from './deploy/health.ts'
import { readOptions } from './kit/options.ts'
import { runTool, stopTogether } from './kit/processes.ts'
import { EXAMPLE_ENVIRONMENT, PRODUCTION_ENVIRONMENT, publicVariables, ROOT, refuse } from './kit/settings.ts'

const readSettings = (file: string) => parseEnv(readFileSync(file, 'utf8')) as Record<string, string>

async function wishOf(is_dry_run: boolean): Promise<Wish> {
  // Takes seconds to load.
  const { unstable_readConfig } = await import('wrangler')
  const told = publicVariables(PRODUCTION_ENVIRONMENT)
  const env = isExternal({ public: told }) ? { env: 'external' } : {}
  const { d1_databases, vars } = unstable_readConfig(
    { config: join(ROOT, 'wrangler.toml'), ...env },
    { hideWarnings: true }
  )
  const [database] = d1_databases
  return {
    account_chosen: process.env.CLOUDFLARE_ACCOUNT_ID ?? '',
    database_id: database?.database_id,
    database_name: database?.database_name ?? '',
    demo: readSettings(EXAMPLE_ENVIRONMENT),
    file: existsSync(PRODUCTION_ENVIRONMENT) ? readSettings(PRODUCTION_ENVIRONMENT) : null,
    is_dry_run,
    public: told,
    variables: vars
  }
}

async function builtAnew(): Promise<string> {
  rmSync(join(ROOT, 'dist'), { force: true, recursive: true })
  await buildOrRefuse(PRODUCTION_ENVIRONMENT)
  return builtWorker()
}

stopTogether(130)
const { values } = readOptions({
  options: { 'dry-run': { default: false, type: 'boolean' } },
  usage: 'npm run deploy [-- --dry-run]: builds with .env.production and puts the Worker up.'
})
const wish = await wishOf(values['dry-run'])
const steps = {
  ask: (args: readonly string[], variables: Record<string, string> = {}) =>
    runTool('wrangler', args, { output: 'keep', variables }),
  build: builtAnew,
  health: (address: string) => healthOf(address, isExternal(wish)),
  say: (line: string) => console.log(line)
}
const isUp = await deploy(steps, wish).catch((error: unknown) => {
  if (isUnwilling(error)) return refuse(error.message)
  throw error
})
process.exit(isUp ? 0 : 1)
