import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { INVOICING, OPERATOR } from '#domain/operator.ts'
import { buildUnlessCurrent, builtWorker, exitIfFailed } from './build/build.ts'
import { buildVersion } from './build/version.ts'
import type { WranglerConfig } from './deploy/checks.ts'
import { type DeployRequest, deploy, waitUntilHealthy } from './deploy/deploy.ts'
import { mergeVariables, takeSources } from './deploy/variables.ts'
import { readOptions } from './kit/options.ts'
import { stopChildrenOnExit } from './kit/processes.ts'
import { EXAMPLE_ENVIRONMENT, ROOT, type SiteKind, siteKindOf, WRANGLER_CONFIGS } from './kit/settings.ts'
import { newVapidKeys } from './kit/vapid-keys.ts'
import { exitOnWranglerError, runWrangler } from './kit/wrangler.ts'

const USAGE =
  'npm run deploy [-- --dry-run] [-- --preview]: builds the site, migrates its database and deploys the Worker. ' +
  'npm run deploy -- --push-keys: prints a new pair of keys for push messages.'

async function readWranglerConfig(kind: SiteKind): Promise<WranglerConfig> {
  // Takes seconds to load.
  const { unstable_readConfig } = await import('wrangler')
  const config = unstable_readConfig({ config: join(ROOT, WRANGLER_CONFIGS[kind]) }, { hideWarnings: true })
  const [database] = config.d1_databases
  const [bucket] = config.r2_buckets
  return {
    bucket_name: bucket?.bucket_name ?? '',
    database_id: database?.database_id,
    database_name: database?.database_name ?? '',
    hasEmail: config.send_email.some((binding: { name: string }) => binding.name === 'EMAIL'),
    variables: config.vars
  }
}

async function readDeployRequest(isPreview: boolean, isDryRun: boolean): Promise<DeployRequest> {
  const sources = takeSources(isPreview)
  const kind = isPreview ? 'preview' : siteKindOf(mergeVariables('production', sources).public)
  return {
    chosenAccount: process.env.CLOUDFLARE_ACCOUNT_ID ?? '',
    config: await readWranglerConfig(kind),
    demo: parseEnv(readFileSync(EXAMPLE_ENVIRONMENT, 'utf8')) as Record<string, string>,
    provided: mergeVariables(kind, sources),
    invoicing: INVOICING,
    isDryRun,
    kind,
    operator: OPERATOR
  }
}

async function buildFresh({ provided, kind }: DeployRequest): Promise<string> {
  rmSync(join(ROOT, 'dist'), { force: true, recursive: true })
  exitIfFailed(await buildUnlessCurrent({ folder: 'dist', kind, public: provided.public }))
  return builtWorker()
}

stopChildrenOnExit(130)
const { values } = readOptions({
  options: {
    'dry-run': { default: false, type: 'boolean' },
    preview: { default: false, type: 'boolean' },
    'push-keys': { default: false, type: 'boolean' }
  },
  usage: USAGE
})
if (values['push-keys']) {
  for (const [name, key] of Object.entries(newVapidKeys())) console.log(`${name}=${key}`)
  process.exit()
}
const request = await readDeployRequest(values.preview, values['dry-run'])
const steps = {
  runWrangler,
  build: () => buildFresh(request),
  health: (address: string) => waitUntilHealthy(address, request.kind === 'external' ? null : buildVersion()),
  print: (line: string) => console.log(line)
}
const succeeded = await deploy(steps, request).catch(exitOnWranglerError)
process.exit(succeeded ? 0 : 1)
