import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ProcessResult, runTool } from './processes.ts'
import { exitWithError } from './settings.ts'

// Runs wrangler without a terminal, so that it does not change wrangler.toml.

export type RunWrangler = (args: readonly string[], variables?: Record<string, string>) => Promise<ProcessResult>

export const runWrangler: RunWrangler = (args, variables = {}) =>
  runTool('wrangler', args, { output: 'keep', variables })

/** Contains wrangler's own error message. */
export class WranglerError extends Error {}

/** Ends the process with wrangler's error message. Other errors are thrown again. */
export function exitOnWranglerError(error: unknown): never {
  if (error instanceof WranglerError) return exitWithError(error.message)
  throw error
}

/** The last error. The output before it is from steps that succeeded. */
export const wranglerErrorIn = (output: string) => output.slice(Math.max(0, output.lastIndexOf('✘'))).trim()

/** wrangler prints other lines before its JSON. */
export function parseTrailingJson<T>(printed: string, fallback: T): T {
  const [found] = /^[[{][\s\S]*[\]}]\s*$/m.exec(printed) ?? []
  return found === undefined ? fallback : (JSON.parse(found) as T)
}

/**
 * Passes the path of a temporary file with this text, which only this user can read. The file is removed afterwards,
 * also after a failure and when the process ends.
 */
export async function withPrivateFile<Result>(
  text: Buffer | string,
  use: (path: string) => Promise<Result>
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'scootstay-'))
  const remove = () => rmSync(folder, { force: true, recursive: true })
  process.once('exit', remove)
  try {
    const path = join(folder, 'private')
    writeFileSync(path, text, { mode: 0o600 })
    return await use(path)
  } finally {
    remove()
    process.off('exit', remove)
  }
}
