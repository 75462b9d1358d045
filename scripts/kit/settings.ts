import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'

export const ROOT = resolve(import.meta.dirname, '../..')

/** What a fresh clone starts with, and what the tests run with wherever they run. */
export const EXAMPLE_ENVIRONMENT = join(ROOT, '.env.example')
/** The same for the tests on a backend that is not ours. */
export const EXTERNAL_ENVIRONMENT = join(ROOT, 'tests/second-backend/site.env')
/** What a site that is put up is built with. */
export const PRODUCTION_ENVIRONMENT = join(ROOT, '.env.production')
const ENVIRONMENT = join(ROOT, '.env')

const DEFAULT_PORT = 4321

/** All that tests do comes from one address. */
const TEST_THROTTLE = { THROTTLE_TIMES: '1000' }

/** Writes the variables of one file into another, with some of them set anew; answers where. */
export function writeEnvironment(file: string, from: string, variables: Record<string, string>): string {
  mkdirSync(dirname(file), { recursive: true })
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(file, `${readFileSync(from, 'utf8')}\n${lines.join('')}`)
  return file
}

/** Writes the example's variables as tests run with them; answers where. */
export function writeTestEnvironment(file: string): string {
  return writeEnvironment(file, EXAMPLE_ENVIRONMENT, TEST_THROTTLE)
}

/** Where the local D1 and R2 are kept. */
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

/** The variables of this machine; where there are none, the example's. */
export function environmentFile(): string {
  if (!existsSync(ENVIRONMENT)) copyFileSync(EXAMPLE_ENVIRONMENT, ENVIRONMENT)
  return ENVIRONMENT
}

const readEnvFile = (file: string) => (existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {})

/** The file's PUBLIC_ variables, unless the process has its own. */
export function publicVariables(file: string): Record<string, string> {
  const all = { ...readEnvFile(file), ...process.env }
  return Object.fromEntries(
    Object.entries(all).filter(
      (pair): pair is [string, string] => pair[0].startsWith('PUBLIC_') && pair[1] !== undefined
    )
  )
}

/** What a build bakes in: every name is set, for what is not would be read from another file that lies beside it. */
export function bakedVariables(file: string): Record<string, string> {
  const names = Object.keys(readEnvFile(EXAMPLE_ENVIRONMENT)).filter(name => name.startsWith('PUBLIC_'))
  return { ...Object.fromEntries(names.map(name => [name, ''])), ...publicVariables(file) }
}

/** The backend that a build with this file talks to; empty for the one it carries. */
export function backendUrlFrom(file: string): string {
  return publicVariables(file).PUBLIC_API_BASE_URL ?? ''
}

/** Ends the command with one sentence instead of a stack. */
export function exitWithError(message: string): never {
  console.error(message)
  process.exit(1)
}
