import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runProgram, runTool } from './processes.ts'
import { ROOT } from './settings.ts'

const HEADLESS_SHELL = 'chromium-headless-shell'
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium'
]
// An npm package of Chromium, for machines without root and without access to Playwright's downloads.
const PACKAGED = { folder: join(ROOT, '.wrangler/chromium'), name: '@sparticuz/chromium', version: '153.0.0' }

/** The tests' environment: a path, or nothing if Playwright has its own browser. */
type Browser = { CHROMIUM_PATH: string } | Record<string, never>

/** Some systems install a stub that only explains how to install a browser. */
async function isUsable(path: string): Promise<boolean> {
  return existsSync(path) && (await runProgram(path, ['--version'], { output: 'keep' })).succeeded
}

async function firstUsable(paths: readonly string[]): Promise<Browser | null> {
  for (const path of paths) if (await isUsable(path)) return { CHROMIUM_PATH: path }
  return null
}

const installed = () => firstUsable(INSTALLED)

const HAS_APT = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

async function runApt(...args: string[]): Promise<void> {
  console.log(`Running apt-get ${args.join(' ')} …`)
  await runProgram('apt-get', args, { output: 'keep', variables: { DEBIAN_FRONTEND: 'noninteractive' } })
}

/** Waits for another process that installs at the same time. */
const installWithApt = (name: string) =>
  runApt('install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300', name)

/** A whole Chromium takes a third more time for the same tests, so this one is installed beside it. */
async function headlessShell(): Promise<Browser | null> {
  const path = `/usr/bin/${HEADLESS_SHELL}`
  if (HAS_APT && !existsSync(path)) await installWithApt(HEADLESS_SHELL)
  return firstUsable([path])
}

async function ownOfPlaywright(): Promise<Browser | null> {
  // Takes a second to load.
  const { chromium } = await import('playwright')
  return existsSync(chromium.executablePath()) ? {} : null
}

async function fromApt(): Promise<Browser | null> {
  if (!HAS_APT) return null
  await runApt('update')
  const shell = await headlessShell()
  if (shell) return shell
  await installWithApt('chromium')
  return installed()
}

async function fromPlaywright(): Promise<Browser | null> {
  console.log('Downloading Chromium with Playwright …')
  await runTool('playwright', ['install', 'chromium'], { output: 'keep' })
  return ownOfPlaywright()
}

async function fromNpm(): Promise<Browser | null> {
  const { folder, name, version } = PACKAGED
  console.log(`Installing ${name} …`)
  const install = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, `${name}@${version}`]
  if (!(await runProgram('npm', install, { output: 'keep' })).succeeded) return null
  const main = join(folder, 'node_modules', name, 'build/index.js')
  const packaged = (await import(pathToFileURL(main).href)) as { default: { executablePath: () => Promise<string> } }
  const path = await packaged.default.executablePath()
  return (await isUsable(path)) ? { CHROMIUM_PATH: path } : null
}

/** Finds or installs Chromium; returns null if every source fails. */
export async function findBrowser(): Promise<Browser | null> {
  const configured = process.env.CHROMIUM_PATH
  if (configured) return (await isUsable(configured)) ? { CHROMIUM_PATH: configured } : null
  for (const source of [ownOfPlaywright, headlessShell, installed, fromApt, fromPlaywright, fromNpm]) {
    const browser = await source()
    if (browser) return browser
  }
  return null
}
