import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { device, type Site } from '../site.ts'
import { BASELINE_FOLDER, besideBaseline, importBaseline } from './baseline-packages.ts'
import type { OwnResponse } from './edge.ts'
import { PHONE } from './phone.ts'
import { SCREENS, type Screen } from './screens.ts'
import { waitUntilIdle, watchPage } from './watch.ts'

// The baselines: 'static' is the same HTML and CSS without scripts. 'spa' has the same screens in one client-rendered
// bundle of common libraries (scripts/tools/baseline/spa).

const SCRIPTS = /<script\b.*?<\/script>|<link[^>]*rel="modulepreload"[^>]*>/gs
const STYLES = /<style\b[^>]*>(.*?)<\/style>/gs

/** The HTML of a screen after it has finished loading. */
async function loadedHtml(browser: Browser, site: Site, screen: Screen): Promise<string> {
  const context = await device(browser, site, { ...PHONE, role: screen.role })
  const page = await context.newPage()
  await watchPage(page, screen)
  await page.goto(screen.path)
  await waitUntilIdle(page)
  const html = await page.content()
  await context.close()
  return html
}

/** The HTML and CSS of each screen without scripts. */
export async function staticPages(browser: Browser, site: Site): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>()
  for (const screen of SCREENS) pages.set(screen.path, (await loadedHtml(browser, site, screen)).replace(SCRIPTS, ''))
  return pages
}

export function serveStatic(pages: ReadonlyMap<string, string>): OwnResponse {
  return path => {
    const body = pages.get(path)
    return body === undefined ? null : { body, type: 'text/html; charset=utf-8' }
  }
}

interface Bundler {
  build: (options: object) => Promise<{ outputFiles: { text: string }[] }>
}

async function bundled(): Promise<string> {
  const { build } = await importBaseline<Bundler>('esbuild')
  const { outputFiles } = await build({
    bundle: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    entryPoints: [join(besideBaseline('spa'), 'app.jsx')],
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
  const shell = readFileSync(join(BASELINE_FOLDER, 'spa/index.html'), 'utf8')
  const styles = new Set([...pages.values()].flatMap(html => [...html.matchAll(STYLES)].map(([, text]) => text ?? '')))
  const files: Record<string, { body: string; type: string }> = {
    '/assets/app.css': { body: [...styles].join('\n'), type: 'text/css' },
    '/assets/app.js': { body: await bundled(), type: 'text/javascript' }
  }
  return path => files[path] ?? (pages.has(path) ? { body: shell, type: 'text/html; charset=utf-8' } : null)
}
