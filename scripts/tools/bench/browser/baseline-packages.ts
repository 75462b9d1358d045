import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runProgram } from '../../../kit/processes.ts'
import { exitWithError, ROOT } from '../../../kit/settings.ts'

// The bench's own packages, installed on first use, so that the product has few dependencies.

export const BASELINE_FOLDER = join(ROOT, 'scripts/tools/baseline')
const INSTALLED = join(ROOT, '.wrangler/bench-packages')
const PACKAGES = join(INSTALLED, 'node_modules')
const FILES = ['package.json', 'package-lock.json']

function isInstalled(): boolean {
  const same = (file: string) =>
    existsSync(join(INSTALLED, file)) &&
    readFileSync(join(INSTALLED, file)).equals(readFileSync(join(BASELINE_FOLDER, file)))
  return existsSync(join(PACKAGES, '.package-lock.json')) && FILES.every(same)
}

export async function installBaseline(): Promise<void> {
  if (isInstalled()) return
  console.log("Installing the bench's own packages, only once …")
  mkdirSync(INSTALLED, { recursive: true })
  for (const file of FILES) copyFileSync(join(BASELINE_FOLDER, file), join(INSTALLED, file))
  const args = ['ci', '--prefix', INSTALLED, '--no-audit', '--no-fund', '--loglevel=error']
  const { output, succeeded } = await runProgram('npm', args, { output: 'keep' })
  if (!succeeded) exitWithError(`${output}\nThe bench's packages could not be installed.`)
}

/**
 * Copies a folder next to these packages, so that it imports none of the product's. Two copies of React would break
 * rendering.
 */
export function besideBaseline(folder: string): string {
  const copy = join(INSTALLED, folder)
  rmSync(copy, { force: true, recursive: true })
  cpSync(join(BASELINE_FOLDER, folder), copy, { recursive: true })
  return copy
}

/** Imports one of these packages. */
export async function importBaseline<Module>(name: string): Promise<Module> {
  const path = createRequire(join(INSTALLED, 'package.json')).resolve(name)
  return (await import(pathToFileURL(path).href)) as Module
}
