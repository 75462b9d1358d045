import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runProgram } from '../processes.ts'
import { ROOT, refuse } from '../settings.ts'

// What only the bench needs has packages of its own, installed when they are first asked for: the product's stay few.

export const APART = join(ROOT, 'tests/bench')
const INSTALLED = join(APART, 'node_modules/.package-lock.json')

export async function installApart(): Promise<void> {
  if (existsSync(INSTALLED)) return
  console.log("Installing the bench's own packages, once …")
  const args = ['ci', '--prefix', APART, '--no-audit', '--no-fund', '--loglevel=error']
  const { printed, succeeded } = await runProgram('npm', args, { output: 'keep' })
  if (!succeeded) refuse(`${printed}\nThe bench's packages could not be installed.`)
}

/** One of those packages. */
export async function apart<Module>(name: string): Promise<Module> {
  const path = createRequire(join(APART, 'package.json')).resolve(name)
  return (await import(pathToFileURL(path).href)) as Module
}
