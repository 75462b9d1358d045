import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'

export const ROOT = resolve(import.meta.dirname, '../..')

/** The variables of a fresh clone. Tests use them on every machine. */
export const EXAMPLE_ENVIRONMENT = join(ROOT, '.env.example')
/** The variables of the tests with an external backend. */
export const EXTERNAL_ENVIRONMENT = join(ROOT, 'tests/fakes/second-backend/site.env')
const ENVIRONMENT = join(ROOT, '.env')

const DEFAULT_PORT = 4321

/** All test requests come from one IP address. */
const TEST_THROTTLE = { THROTTLE_TIMES: '1000' }

/** Copies a file of variables, overrides some of them, and returns the new path. */
export function writeEnvironment(file: string, from: string, variables: Record<string, string>): string {
  mkdirSync(dirname(file), { recursive: true })
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(file, `${readFileSync(from, 'utf8')}\n${lines.join('')}`)
  return file
}

/** Writes the example's variables with the changes for tests; returns the path. */
export function writeTestEnvironment(file: string, variables: Record<string, string> = {}): string {
  return writeEnvironment(file, EXAMPLE_ENVIRONMENT, { ...TEST_THROTTLE, ...variables })
}

/** The folder of the local D1 and R2 data. */
export function stateDir(): string {
  return resolve(ROOT, process.env.STATE_DIR || '.wrangler/state')
}

export function portFromEnv(): number {
  const port = Number(process.env.PORT || DEFAULT_PORT)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  return exitWithError(`PORT must be a number from 1 to 65535, not '${process.env.PORT}'.`)
}

export function localUrl(port: number): string {
  return `http://localhost:${port}`
}

/** The variables of this machine. A missing .env is copied from the example. */
export function environmentFile(): string {
  if (!existsSync(ENVIRONMENT)) copyFileSync(EXAMPLE_ENVIRONMENT, ENVIRONMENT)
  return ENVIRONMENT
}

export const readEnvFile = (file: string): Record<string, string> =>
  existsSync(file) ? (parseEnv(readFileSync(file, 'utf8')) as Record<string, string>) : {}

/** The PUBLIC_ variables of the file. Variables of the process take precedence. */
export function publicVariables(file: string): Record<string, string> {
  const all = { ...readEnvFile(file), ...process.env }
  return Object.fromEntries(
    Object.entries(all).filter(
      (pair): pair is [string, string] => pair[0].startsWith('PUBLIC_') && pair[1] !== undefined
    )
  )
}

/** Sets each name, because a build would read a missing one from another .env file. */
export function withEachPublicName(variables: Record<string, string>): Record<string, string> {
  const names = Object.keys(readEnvFile(EXAMPLE_ENVIRONMENT)).filter(name => name.startsWith('PUBLIC_'))
  return { ...Object.fromEntries(names.map(name => [name, ''])), ...variables }
}

/** The external backend of a build with this file; empty for the embedded one. */
export function backendUrlFrom(file: string): string {
  return publicVariables(file).PUBLIC_API_BASE_URL ?? ''
}

/** Ends the command with one sentence instead of a stack trace. */
export function exitWithError(message: string): never {
  console.error(message)
  process.exit(1)
}

/** What can be built and deployed: the site, its preview, or only the pages for an external backend. */
export type SiteKind = 'external' | 'preview' | 'production'

export const WRANGLER_CONFIGS: Readonly<Record<SiteKind, string>> = {
  external: 'wrangler.external.toml',
  preview: 'wrangler.preview.toml',
  production: 'wrangler.toml'
}

/** With an external backend, only the pages are built. */
export function siteKindOf({ PUBLIC_API_BASE_URL = '' }: Record<string, string>): SiteKind {
  return PUBLIC_API_BASE_URL === '' ? 'production' : 'external'
}
