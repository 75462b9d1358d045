// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'

let promptCount = 0
const question = (answer: () => Promise<unknown> = async () => ({ outcome: 'accepted' })) => ({
  prompt: () => {
    promptCount += 1
    return answer()
  }
})

function browserWouldInstall(): void {
  window.deferredInstallPrompt = question()
  window.dispatchEvent(new Event('installable'))
}

async function openPage() {
  vi.resetModules()
  const store = await import('#stores/app/install.ts')
  store.$installOffer.listen(() => undefined)
  return store
}

beforeEach(() => {
  promptCount = 0
  localStorage.clear()
  delete window.deferredInstallPrompt
})

test("the offer appears whether `beforeinstallprompt` fires before or after the page's code loads", async () => {
  const late = await openPage()
  browserWouldInstall()
  expect(late.$installOffer.get()).toBe('button')
  const early = await openPage()
  expect(early.$installOffer.get()).toBe('button')
})

test("an iPhone, which has no prompt, is told the way by its browser's menu until it is installed", async () => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { standalone: false }))
  expect((await openPage()).$installOffer.get()).toBe('menu')
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { standalone: true }))
  expect((await openPage()).$installOffer.get()).toBeNull()
  vi.unstubAllGlobals()
})

test("'Install' opens the browser's prompt once", async () => {
  const { $installOffer, installApp } = await openPage()
  browserWouldInstall()
  await installApp()
  await installApp()
  expect([promptCount, $installOffer.get()]).toEqual([1, null])
})

test.each(['hideInstallOffer', 'installApp'] as const)(
  'after %s the device never shows the offer again',
  async action => {
    const store = await openPage()
    browserWouldInstall()
    await store[action]()
    browserWouldInstall()
    expect(store.$installOffer.get()).toBeNull()
    expect((await openPage()).$installOffer.get()).toBeNull()
  }
)
