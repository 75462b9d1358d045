// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as appShellText from '#messages/app-shell.ts'
import { SKIP_WAITING_MESSAGE } from '#service-worker/events.ts'

// A fake of the browser's service worker API, as far as a page uses it.
class Worker extends EventTarget {
  received: unknown[] = []
  postMessage(message: unknown) {
    this.received.push(message)
  }
}
class Registration extends EventTarget {
  installing: Worker | null = null
  waiting: Worker | null = null
}
class Container extends EventTarget {
  controller: Worker | null = new Worker()
  registration = new Registration()
  ready = Promise.resolve(this.registration)
  getRegistration = () => this.ready
}

let browser: Container
let reloads: number

function installs(): Worker {
  const worker = new Worker()
  browser.registration.installing = worker
  browser.registration.dispatchEvent(new Event('updatefound'))
  return worker
}
function becomesWaiting(worker: Worker): void {
  Object.assign(browser.registration, { installing: null, waiting: worker })
  worker.dispatchEvent(new Event('statechange'))
}

async function openPage() {
  vi.resetModules()
  const { offerNewVersion } = await import('#stores/app/app-shell.ts')
  const { $toasts } = await import('#stores/app/toasts.ts')
  offerNewVersion()
  await browser.ready
  return {
    dismiss: () => $toasts.get()[0]?.action?.onDismiss?.(),
    press: () => $toasts.get()[0]?.action?.onPress(),
    toasts: () => $toasts.get()
  }
}

beforeEach(() => {
  browser = new Container()
  reloads = 0
  sessionStorage.clear()
  vi.stubGlobal('location', {
    reload: () => {
      reloads += 1
    }
  })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: browser })
})
afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'))

test('a new version is offered once it waits, not while it is installing', async () => {
  const { toasts } = await openPage()
  const worker = installs()
  expect(toasts()).toEqual([])
  becomesWaiting(worker)
  expect(toasts()).toMatchObject([
    { action: { label: appShellText.reloadPage }, kind: 'info', sentence: appShellText.newVersion }
  ])
})

test('the first version is not offered, because it replaces none', async () => {
  const { toasts } = await openPage()
  const worker = installs()
  browser.registration.installing = null
  worker.dispatchEvent(new Event('statechange'))
  expect(toasts()).toEqual([])
})

test('the version is offered on each page of a tab until it is dismissed', async () => {
  browser.registration.waiting = new Worker()
  await openPage()
  const { dismiss, toasts } = await openPage()
  expect(toasts()).toHaveLength(1)
  dismiss()
  expect((await openPage()).toasts()).toEqual([])
})

test('a later version is offered again, also on the next page', async () => {
  browser.registration.waiting = new Worker()
  const { dismiss, toasts } = await openPage()
  dismiss()
  becomesWaiting(installs())
  expect(toasts()).toHaveLength(2)
  expect((await openPage()).toasts()).toHaveLength(1)
})

test('an offline shell offers nothing', async () => {
  browser.registration.waiting = new Worker()
  const shell = document.body.appendChild(document.createElement('div'))
  shell.dataset.offline = ''
  expect((await openPage()).toasts()).toEqual([])
  shell.remove()
  expect((await openPage()).toasts()).toHaveLength(1)
})

test('the page reloads only on request, once, when the new version is active', async () => {
  const { press } = await openPage()
  const worker = installs()
  becomesWaiting(worker)
  browser.dispatchEvent(new Event('controllerchange'))
  expect([worker.received, reloads]).toEqual([[], 0])
  press()
  await vi.waitFor(() => expect(worker.received).toEqual([SKIP_WAITING_MESSAGE]))
  expect(reloads).toBe(0)
  browser.dispatchEvent(new Event('controllerchange'))
  browser.dispatchEvent(new Event('controllerchange'))
  expect(reloads).toBe(1)
})

test('the page reloads when another tab has activated the version', async () => {
  browser.registration.waiting = new Worker()
  const { press } = await openPage()
  browser.registration.waiting = null
  press()
  await vi.waitFor(() => expect(reloads).toBe(1))
})
