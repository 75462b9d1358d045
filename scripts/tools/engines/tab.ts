import { globSync } from 'node:fs'
import { packagedChromium } from '../../kit/browser.ts'
import { sleep } from '../../kit/processes.ts'

// A tab in one of three engines. Playwright drives Chromium, Puppeteer Firefox; WebKitGTK has a WebDriver of its own.

/** With their codes in WebDriver. */
const KEYS = { ArrowDown: '\uE015', Enter: '\uE007', Escape: '\uE00C' } as const

type Task<Args extends unknown[], Result> = (...args: Args) => Promise<Result> | Result

export interface Tab {
  close: () => Promise<unknown>
  open: (url: string) => Promise<unknown>
  press: (key: keyof typeof KEYS) => Promise<unknown>
  resize: (size: { height: number; width: number }) => Promise<unknown>
  /** Runs a function in the page, which can use nothing from outside of it. */
  run: <Args extends unknown[], Result>(task: Task<Args, Result>, ...args: Args) => Promise<Result>
  type: (text: string) => Promise<unknown>
}

/** Waits until the function returns something true in the page, and returns it. */
export async function until<A extends unknown[], R>(tab: Tab, what: string, task: Task<A, R>, ...args: A): Promise<R> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await sleep(100)) {
    // A page that is being left runs nothing.
    const found = await tab.run(task, ...args).catch(() => null)
    if (found) return found
  }
  const page = await tab.run(() => `${location.pathname}: ${document.body.innerText.slice(-200)}`).catch(String)
  throw new Error(`${what} is missing on ${page.replaceAll(/\s+/g, ' ')}`)
}

type OpenTab = (program: string, hasCookies: boolean, startDriver: () => Promise<string>) => Promise<Tab>

const CHROMIUM_ARGS = ['--no-sandbox', '--disable-gpu']

/** Playwright also drives an old Chromium. */
const chromiumTab: OpenTab = async (executablePath, hasCookies) => {
  const { chromium } = await import('playwright')
  const args = [...CHROMIUM_ARGS, `--blink-settings=cookieEnabled=${hasCookies}`]
  const page = await (await chromium.launch({ args, executablePath })).newPage()
  return {
    close: () => page.context().browser()?.close() ?? Promise.resolve(),
    open: url => page.goto(url),
    press: key => page.keyboard.press(key),
    resize: size => page.setViewportSize(size),
    run: (task, ...args) => page.evaluate(`(${task})(...${JSON.stringify(args)})`),
    type: text => page.keyboard.type(text)
  }
}

const firefoxTab: OpenTab = async (executablePath, hasCookies) => {
  const { launch } = await import('puppeteer-core')
  const extraPrefsFirefox = hasCookies ? {} : { 'network.cookie.cookieBehavior': 2 }
  // Firefox gives the keys of its first tab to its address bar.
  const page = await (await launch({ browser: 'firefox', executablePath, extraPrefsFirefox })).newPage()
  return {
    close: () => page.browser().close(),
    open: url => page.goto(url),
    press: key => page.keyboard.press(key),
    resize: size => page.setViewport(size),
    run: (task, ...args) => page.evaluate(task as never, ...args),
    type: text => page.keyboard.type(text)
  }
}

const webkitTab: OpenTab = async (binary, hasCookies, startDriver) => {
  const driver = await startDriver()
  const send = async <Value>(route: string, body: object): Promise<Value> => {
    const response = await fetch(driver + route, { body: JSON.stringify(body), method: 'POST' })
    const { value } = (await response.json()) as { value: Value }
    if (!response.ok) throw new Error(JSON.stringify(value))
    return value
  }
  const args = ['--automation', `--cookies-policy=${hasCookies ? 'no-third-party' : 'never'}`]
  const alwaysMatch = { 'webkitgtk:browserOptions': { args, binary } }
  const { sessionId } = await send<{ sessionId: string }>('/session', { capabilities: { alwaysMatch } })
  const post = <Value>(route: string, body: object) => send<Value>(`/session/${sessionId}${route}`, body)
  const type = (text: string) => {
    const actions = [...text].flatMap(value => ['keyDown', 'keyUp'].map(type => ({ type, value })))
    return post('/actions', { actions: [{ actions, id: 'keyboard', type: 'key' }] })
  }
  return {
    close: () => fetch(`${driver}/session/${sessionId}`, { method: 'DELETE' }),
    open: url => post('/url', { url }),
    press: key => type(KEYS[key]),
    resize: size => post('/window/rect', size),
    run: (task, ...args) => post('/execute/sync', { args: [args], script: `return (${task})(...arguments[0])` }),
    type
  }
}

/** The oldest Chromium that the product promises. */
const OLDEST_CHROMIUM = '109.0.6'

const installed = (path: string) => async () => globSync(path)[0] ?? null

/** The packages to install are Debian's; the paths those of Debian and others. */
export const ENGINES = {
  chromium: {
    find: installed('/usr/bin/{chromium{,-browser},google-chrome}'),
    install: 'chromium',
    open: chromiumTab
  },
  firefox: { find: installed('/usr/bin/{firefox-esr,firefox}'), install: 'firefox-esr', open: firefoxTab },
  webkit: {
    find: installed('/usr/lib/*/webkit2gtk-4.*/MiniBrowser'),
    install: 'webkit2gtk-driver xvfb',
    open: webkitTab
  },
  'chromium-109': { find: () => packagedChromium(OLDEST_CHROMIUM), install: 'npm', open: chromiumTab }
}
