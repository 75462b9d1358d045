// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'

let promptCount: number
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
  store.$canInstall.listen(() => undefined)
  return store
}

beforeEach(() => {
  promptCount = 0
  localStorage.clear()
  delete window.deferredInstallPrompt
})

test('a browser that cannot install the site shows no offer', async () => {
  const { $canInstall } = await openPage()
  expect($canInstall.get()).toBe(false)
})

test("the offer appears whether `beforeinstallprompt` fires before or after the page's code loads", async () => {
  const late = await openPage()
  browserWouldInstall()
  expect(late.$canInstall.get()).toBe(true)
  const early = await openPage()
  expect(early.$canInstall.get()).toBe(true)
})

test("'Install' opens the browser's prompt once", async () => {
  const { $canInstall, installApp } = await openPage()
  browserWouldInstall()
  await installApp()
  await installApp()
  expect([promptCount, $canInstall.get()]).toEqual([1, false])
})

test("'Not now' does not open the prompt", async () => {
  const { $canInstall, hideInstallOffer } = await openPage()
  browserWouldInstall()
  hideInstallOffer()
  expect([promptCount, $canInstall.get()]).toEqual([0, false])
})

test.each(['hideInstallOffer', 'installApp'] as const)(
  'after %s the device never shows the offer again',
  async action => {
    const store = await openPage()
    browserWouldInstall()
    await store[action]()
    browserWouldInstall()
    expect(store.$canInstall.get()).toBe(false)
    expect((await openPage()).$canInstall.get()).toBe(false)
  }
)

test('a prompt that the browser refuses causes no error', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  const { installApp } = await openPage()
  window.deferredInstallPrompt = question(() => Promise.reject(new DOMException('used up', 'InvalidStateError')))
  await expect(installApp()).resolves.toBeUndefined()
})
