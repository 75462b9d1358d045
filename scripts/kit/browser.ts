import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { runProgram, runTool } from './processes.ts'
import { ROOT } from './settings.ts'

/** Chromium 143 to 152 forgets in the next document that it emulates a lost network. */
const OLDEST_VERSION = 153
const MISSING = 'No Chromium was found and none could be installed. Set CHROMIUM_PATH to one.'
const tooOld = (version: number) => `Chromium ${OLDEST_VERSION} or newer is needed; this is ${version}.`

const HEADLESS_SHELL = 'chromium-headless-shell'
const INSTALLED = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const INSTALLED_ON_MACS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium'
]
// An npm package of Chromium, for machines without root and without access to Playwright's downloads.
const PACKAGE = '@sparticuz/chromium'
const PACKAGED_VERSION = '153.0.0'

/** The tests' environment: a path, or nothing if Playwright has its own browser. */
type Variables = { CHROMIUM_PATH: string } | Record<string, never>

interface Browser {
  variables: Variables
  version: number
}

type Source = () => Promise<Browser | null>

/** A browser, and why the browser tests cannot run with it. */
type Search = { problem: string | null; variables: Variables } | { problem: string; variables: null }

const VERSION = /\b(\d+)(?:\.\d+){3}/

/** Null for a stub that only explains how to install a browser, which some systems have. */
async function browserAt(path: string): Promise<Browser | null> {
  if (!existsSync(path)) return null
  const { output, succeeded } = await runProgram(path, ['--version'], { output: 'keep' })
  const [, version] = VERSION.exec(output) ?? []
  return succeeded && version ? { variables: { CHROMIUM_PATH: path }, version: Number(version) } : null
}

const at =
  (path: string): Source =>
  () =>
    browserAt(path)

async function runApt(...args: string[]): Promise<void> {
  console.log(`Running apt-get ${args.join(' ')} …`)
  await runProgram('apt-get', args, { output: 'keep', variables: { DEBIAN_FRONTEND: 'noninteractive' } })
}

/** What is installed in the folder `bin`, and what apt installs. With an old list, apt would install an old version. */
export function systemSources({ bin, hasApt }: { bin: string; hasApt: boolean }): Source[] {
  let updating: Promise<void> | undefined
  const fromApt = (name: string): Source[] => {
    const install: Source = async () => {
      updating ??= runApt('update')
      await updating
      // Waits for another process that installs at the same time.
      await runApt('install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300', name)
      return browserAt(join(bin, name))
    }
    return hasApt ? [install] : []
  }
  return [
    at(join(bin, HEADLESS_SHELL)),
    // A whole Chromium takes a third more time for the same tests, so this one is installed beside it.
    ...fromApt(HEADLESS_SHELL),
    ...INSTALLED.map(name => at(join(bin, name))),
    ...INSTALLED_ON_MACS.map(at),
    ...fromApt('chromium')
  ]
}

const thisSystem = () =>
  systemSources({ bin: '/usr/bin', hasApt: process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') })

async function ownOfPlaywright(): Promise<Browser | null> {
  // Takes a second to load.
  const { chromium } = await import('playwright')
  const own = await browserAt(chromium.executablePath())
  return own && { ...own, variables: {} }
}

async function fromPlaywright(): Promise<Browser | null> {
  console.log('Downloading Chromium with Playwright …')
  await runTool('playwright', ['install', 'chromium'], { output: 'keep' })
  return ownOfPlaywright()
}

/** Installs a version of Chromium from npm once. Returns its path, or null. */
export async function packagedChromium(version: string): Promise<string | null> {
  const folder = join(ROOT, '.wrangler/chromium', version)
  const path = join(folder, 'chromium')
  if (existsSync(path)) return path
  console.log(`Installing ${PACKAGE} ${version} …`)
  const install = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, `${PACKAGE}@${version}`]
  if (!(await runProgram('npm', install, { output: 'keep' })).succeeded) return null
  const packed = readFileSync(join(folder, 'node_modules', PACKAGE, 'bin/chromium.br'))
  writeFileSync(path, brotliDecompressSync(packed), { mode: 0o755 })
  return path
}

async function fromNpm(): Promise<Browser | null> {
  const path = await packagedChromium(PACKAGED_VERSION)
  return path === null ? null : browserAt(path)
}

/** Asks one source after the other until one has a browser that is new enough; else returns the newest. */
export async function firstNewEnough(sources: readonly Source[]): Promise<Search> {
  let newest: Browser | null = null
  for (const source of sources) {
    const found = await source()
    if (found && found.version > (newest?.version ?? 0)) newest = found
    if (newest && newest.version >= OLDEST_VERSION) return { problem: null, variables: newest.variables }
  }
  return newest
    ? { problem: tooOld(newest.version), variables: newest.variables }
    : { problem: MISSING, variables: null }
}

let search: Promise<Search> | undefined

/** Finds or installs Chromium. Searches once in a process. */
export function findBrowser(): Promise<Search> {
  const configured = process.env.CHROMIUM_PATH
  const sources = configured ? [at(configured)] : [ownOfPlaywright, ...thisSystem(), fromPlaywright, fromNpm]
  search ??= firstNewEnough(sources)
  return search
}
