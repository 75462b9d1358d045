import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright'
import { runProgram } from '../../../kit/processes.ts'
import { exitWithError, ROOT } from '../../../kit/settings.ts'
import { SCREENS } from '../limits.ts'
import type { OwnResponse } from './edge.ts'
import { device, PHONE, type Site } from './phone.ts'
import { metricsOf, watchPage } from './watch.ts'

// The baselines: 'static' is the same HTML and CSS without scripts. 'spa' has the same screens in one client-rendered
// bundle of common libraries (scripts/tools/baseline/spa). The bench's own packages are installed on first use, so that
// the product has few dependencies.

const BASELINE = join(ROOT, 'scripts/tools/baseline')
const INSTALLED = join(ROOT, '.wrangler/bench-packages')

export async function installBaseline(): Promise<void> {
  const [wanted, copy] = [BASELINE, INSTALLED].map(folder => join(folder, 'package.json')) as [string, string]
  const isInstalled = existsSync(join(INSTALLED, 'node_modules/.package-lock.json')) && existsSync(copy)
  if (isInstalled && readFileSync(copy).equals(readFileSync(wanted))) return
  console.log("Installing the bench's own packages, only once …")
  rmSync(INSTALLED, { force: true, recursive: true })
  mkdirSync(INSTALLED, { recursive: true })
  copyFileSync(wanted, copy)
  const args = ['install', '--prefix', INSTALLED, '--no-audit', '--no-fund', '--loglevel=error']
  const { output, succeeded } = await runProgram('npm', args, { output: 'keep' })
  if (!succeeded) exitWithError(`${output}\nThe bench's packages could not be installed.`)
}

/** Imports one of these packages. */
export async function importBaseline<Module>(name: string): Promise<Module> {
  const path = createRequire(join(INSTALLED, 'package.json')).resolve(name)
  return (await import(pathToFileURL(path).href)) as Module
}

const SCRIPTS = /<script\b.*?<\/script>|<link[^>]*rel="modulepreload"[^>]*>/gs
const STYLES = /<style\b[^>]*>(.*?)<\/style>/gs

/** The HTML and CSS of each screen after it has finished loading, without scripts. */
export async function staticPages(browser: Browser, site: Site): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>()
  for (const screen of SCREENS) {
    const context = await device(browser, site, { ...PHONE, role: screen.role })
    const page = await context.newPage()
    await watchPage(page, screen)
    await page.goto(screen.path)
    await metricsOf(page, true)
    pages.set(screen.path, (await page.content()).replace(SCRIPTS, ''))
    await context.close()
  }
  return pages
}

const HTML = 'text/html; charset=utf-8'

export function serveStatic(pages: ReadonlyMap<string, string>): OwnResponse {
  return path => {
    const body = pages.get(path)
    return body === undefined ? null : { body, type: HTML }
  }
}

interface Bundler {
  build: (options: object) => Promise<{ outputFiles: { text: string }[] }>
}

async function bundled(): Promise<string> {
  const { build } = await importBaseline<Bundler>('esbuild')
  // Beside these packages, so that it imports none of the product's. Two copies of React would break rendering.
  const source = join(INSTALLED, 'spa')
  rmSync(source, { force: true, recursive: true })
  cpSync(join(BASELINE, 'spa'), source, { recursive: true })
  const { outputFiles } = await build({
    bundle: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    entryPoints: [join(source, 'app.jsx')],
    format: 'esm',
    jsx: 'automatic',
    minify: true,
    target: 'es2022',
    write: false
  })
  return outputFiles[0]?.text ?? ''
}

/** The SPA, with the styles of our pages as a stylesheet. */
export async function serveSpa(pages: ReadonlyMap<string, string>): Promise<OwnResponse> {
  const shell = readFileSync(join(BASELINE, 'spa/index.html'), 'utf8')
  const styles = new Set([...pages.values()].flatMap(html => [...html.matchAll(STYLES)].map(([, text]) => text ?? '')))
  const files: Record<string, { body: string; type: string }> = {
    '/assets/app.css': { body: [...styles].join('\n'), type: 'text/css' },
    '/assets/app.js': { body: await bundled(), type: 'text/javascript' }
  }
  return path => files[path] ?? (pages.has(path) ? { body: shell, type: HTML } : null)
}
