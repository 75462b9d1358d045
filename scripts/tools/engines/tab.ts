import { globSync } from 'node:fs'
import { sleep } from '../../kit/processes.ts'

// A tab in one of three engines. Puppeteer drives Chromium and Firefox; WebKitGTK has a WebDriver of its own.

const HEIGHT = 800

/** With their codes in WebDriver. */
const KEYS = { ArrowDown: '\uE015', Enter: '\uE007', Escape: '\uE00C' } as const

type Task<Args extends unknown[], Result> = (...args: Args) => Promise<Result> | Result

export interface Tab {
  close?: () => Promise<void>
  open: (url: string) => Promise<unknown>
  press: (key: keyof typeof KEYS) => Promise<unknown>
  resize: (width: number) => Promise<unknown>
  /** Runs a function in the page, which can use nothing from outside of it. */
  run: <Args extends unknown[], Result>(task: Task<Args, Result>, ...args: Args) => Promise<Result>
  type: (text: string) => Promise<unknown>
}

/** Waits until the function returns something true in the page, and returns it. */
export async function until<Args extends unknown[], Result>(
  tab: Tab,
  what: string,
  task: Task<Args, Result>,
  ...args: Args
): Promise<Result> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await sleep(100)) {
    // A page that is being left runs nothing.
    const found = await tab.run(task, ...args).catch(() => null)
    if (found) return found
  }
  const page = await tab.run(() => `${location.pathname}: ${document.body.innerText.slice(-200)}`).catch(String)
  throw new Error(`${what} is missing on ${page.replaceAll(/\s+/g, ' ')}`)
}

async function puppeteerTab(browser: 'chrome' | 'firefox', executablePath: string): Promise<Tab> {
  const { launch } = await import('puppeteer-core')
  const args = browser === 'chrome' ? ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] : []
  // Firefox gives the keys of its first tab to its address bar.
  const page = await (await launch({ args, browser, executablePath })).newPage()
  return {
    close: () => page.browser().close(),
    open: url => page.goto(url),
    press: key => page.keyboard.press(key),
    resize: width => page.setViewport({ height: HEIGHT, width }),
    run: (task, ...args) => page.evaluate(task as never, ...args),
    type: text => page.keyboard.type(text)
  }
}

async function webkitTab(binary: string, startDriver: () => Promise<string>): Promise<Tab> {
  const driver = await startDriver()
  const send = async <Value>(route: string, body: object): Promise<Value> => {
    const response = await fetch(driver + route, { body: JSON.stringify(body), method: 'POST' })
    const { value } = (await response.json()) as { value: Value }
    if (!response.ok) throw new Error(JSON.stringify(value))
    return value
  }
  const alwaysMatch = { 'webkitgtk:browserOptions': { args: ['--automation'], binary } }
  const { sessionId } = await send<{ sessionId: string }>('/session', { capabilities: { alwaysMatch } })
  const post = <Value>(route: string, body: object) => send<Value>(`/session/${sessionId}${route}`, body)
  const type = (text: string) => {
    const actions = [...text].flatMap(value => ['keyDown', 'keyUp'].map(type => ({ type, value })))
    return post('/actions', { actions: [{ actions, id: 'keyboard', type: 'key' }] })
  }
  return {
    open: url => post('/url', { url }),
    press: key => type(KEYS[key]),
    resize: width => post('/window/rect', { height: HEIGHT, width }),
    run: (task, ...args) => post('/execute/sync', { args: [args], script: `return (${task})(...arguments[0])` }),
    type
  }
}

/** The packages are Debian's; the paths those of Debian and others. WebKit needs a program that drives it. */
export const ENGINES = {
  chromium: {
    openTab: (path: string) => puppeteerTab('chrome', path),
    packages: 'chromium',
    paths: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  },
  firefox: {
    openTab: (path: string) => puppeteerTab('firefox', path),
    packages: 'firefox-esr',
    paths: ['/usr/bin/firefox-esr', '/usr/bin/firefox']
  },
  webkit: {
    openTab: webkitTab,
    packages: 'webkit2gtk-driver xvfb',
    paths: globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')
  }
}
