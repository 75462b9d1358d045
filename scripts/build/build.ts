import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ProcessResult, runTool } from '../kit/processes.ts'
import {
  exitWithError,
  publicVariables,
  ROOT,
  type SiteKind,
  siteKindOf,
  WRANGLER_CONFIGS,
  withEachPublicName
} from '../kit/settings.ts'

const SOURCES = [
  'src/**/*',
  'public/**/*',
  'scripts/build/**/*',
  'scripts/kit/settings.ts',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'wrangler*.toml',
  '.env'
]

/** 'dist' is served and deployed. The other folder is served only by the tests. */
type BuildFolder = 'dist' | '.wrangler/external'

const DEPLOY_FOLDER = 'dist'
const DEPLOY_CONFIG = join(ROOT, '.wrangler/deploy/config.json')

export function builtWorker(folder: BuildFolder = DEPLOY_FOLDER, root = ROOT): string {
  return join(root, folder, 'server/wrangler.json')
}

function stampPath(folder: BuildFolder): string {
  return join(ROOT, folder, 'built-from')
}

// Otherwise the adapter overrides the build variables by .env and copies its secrets into the build.
const NO_DOT_ENV = { CLOUDFLARE_LOAD_DEV_VARS_FROM_DOT_ENV: 'false' }

// A test runner's NODE_ENV would produce a slower, larger development build, which would then be reused.
const PRODUCTION_MODE = { NODE_ENV: 'production' }

const NO_SUPPORT = 'PUBLIC_SUPPORT_PHONE has no number: no screen will have a support button.'

/** A hash of everything that a build depends on. */
function fingerprint(variables: Record<string, string>): string {
  const hash = createHash('sha256').update(JSON.stringify(variables))
  for (const path of globSync(SOURCES, { cwd: ROOT }).sort()) {
    if (statSync(join(ROOT, path)).isFile()) hash.update(path).update(readFileSync(join(ROOT, path)))
  }
  return hash.digest('hex')
}

function isUpToDate(folder: BuildFolder, print: string): boolean {
  const stamp = stampPath(folder)
  return existsSync(builtWorker(folder)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === print
}

/** Warns about features that a build with these variables does not have. */
export function warnAboutMissing({ PUBLIC_SUPPORT_PHONE = '' }: Record<string, string>): void {
  if (!/\d/.test(PUBLIC_SUPPORT_PHONE)) console.warn(NO_SUPPORT)
}

/**
 * Builds the Worker with the bindings of this kind of site, unless the folder has a build of the same sources. `public`
 * is written into the pages.
 */
export async function buildUnlessCurrent(request: {
  folder: BuildFolder
  kind: SiteKind
  public: Record<string, string>
}): Promise<ProcessResult> {
  const { folder, kind, public: provided } = request
  const target = { ...withEachPublicName(provided), WRANGLER_CONFIG: WRANGLER_CONFIGS[kind] }
  const print = fingerprint(target)
  if (isUpToDate(folder, print)) return { output: '', succeeded: true }
  console.log('Building …')
  warnAboutMissing(provided)
  const variables = { ...target, ...NO_DOT_ENV, ...PRODUCTION_MODE, OUT_DIR: folder }
  const deployed = saveDeployConfig()
  const finished = await runTool('astro', ['build'], { output: 'keep', variables })
  if (folder !== DEPLOY_FOLDER) deployed.restore()
  if (finished.succeeded) writeFileSync(stampPath(folder), print)
  return finished
}

/** Builds with a file of variables. */
export function ensureBuild(environment: string, folder: BuildFolder = DEPLOY_FOLDER): Promise<ProcessResult> {
  const provided = publicVariables(environment)
  return buildUnlessCurrent({ folder, kind: siteKindOf(provided), public: provided })
}

// Every build sets the configuration that `wrangler deploy` uses. A build for tests must not be deployed.
function saveDeployConfig(): { restore: () => void } {
  const saved = existsSync(DEPLOY_CONFIG) ? readFileSync(DEPLOY_CONFIG) : null
  return {
    restore: () => {
      if (saved === null) return rmSync(DEPLOY_CONFIG, { force: true })
      mkdirSync(dirname(DEPLOY_CONFIG), { recursive: true })
      writeFileSync(DEPLOY_CONFIG, saved)
    }
  }
}

export async function buildOrExit(environment: string, folder: BuildFolder = DEPLOY_FOLDER): Promise<void> {
  exitIfFailed(await ensureBuild(environment, folder))
}

export function exitIfFailed({ output, succeeded }: ProcessResult): void {
  if (!succeeded) exitWithError(`${output}\nThe build failed.`)
}
