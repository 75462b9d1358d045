import { afterEach, beforeEach, vi } from 'vitest'
import type { SessionType } from '#domain/routes.ts'
import { nextTick, startFakeClock } from '#tests/helpers/browser/fake-clock.ts'
import { createServerFetch } from '#tests/helpers/browser/server-fetch.ts'
import { type FaultServer, startFaultServer } from '#tests/helpers/servers/fault-server.ts'
import { xhrOverFetch } from '#tests/helpers/servers/request-over-fetch.ts'
import { dialogs, ProviderDialog } from '#tests/stores/payment/provider-dialog.ts'

// A browser tab with a real HTTP connection to a server with faults. The fake clock advances only while no request is
// pending, except one that the server holds. Slow machines therefore do not change the results.

const NOW = '2026-06-15T09:10:00Z'
const STEP_MS = 100

export let server: FaultServer
/** Where the page goes, in order: to a URL, or 'reload'. */
export const visitedUrls: string[] = []
/** Unhandled promise rejections. */
export const unhandledRejections: unknown[] = []

const newNetwork = () => createServerFetch(() => server)
let network = newNetwork()

const recordRejection = (error: unknown) => void unhandledRejections.push(error)

/** Switches to an external backend. Must be called before the page's modules load. */
export function useExternalBackend(): void {
  vi.stubEnv('PUBLIC_API_BASE_URL', server.origin)
}

/** Opens a tab before each test of the file, and closes it afterwards. */
export function setUpBrowserTab(): void {
  beforeEach(openTab)
  afterEach(closeTab)
}

async function openTab(): Promise<void> {
  server = await startFaultServer()
  process.on('unhandledRejection', recordRejection)
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  startFakeClock(new Date(NOW))
  vi.resetModules()
  const fetch: typeof network.fetch = (...request) => network.fetch(...request)
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('XMLHttpRequest', xhrOverFetch(fetch))
  vi.stubGlobal('Razorpay', ProviderDialog)
  clearDevice()
  sessionStorage.clear()
  for (const list of [dialogs, leaving, visitedUrls, unhandledRejections]) list.length = 0
}

async function closeTab(): Promise<void> {
  unmountStores()
  // Else a request of this page, or its retry, could reach the server of the next test.
  await waitForLoads()
  leavePage()
  vi.useRealTimers()
  vi.unstubAllEnvs()
  process.off('unhandledRejection', recordRejection)
  await server.close()
}

const LARGEST_FILLER = 2 ** 22

/** Leaves no room for anything in the storage of the device. */
export function fillStorage(): void {
  for (let size = LARGEST_FILLER; size >= 1; size /= 2) {
    try {
      localStorage.setItem(`filler ${size}`, 'x'.repeat(size))
    } catch {}
  }
}

const leaving: (() => void)[] = []

interface Listened {
  listen: (task: () => void) => () => void
}

/** Calls `stop` when the page is left. */
export const onLeave = (stop: () => void): void => void leaving.push(stop)

function unmountStores(): void {
  for (const leave of leaving.splice(0)) leave()
  // A store stays mounted for a second after its last listener.
  vi.advanceTimersByTime(2000)
}

/** Unmounts the stores of the page, and drops its requests and modules, as a navigation does. */
export function leavePage(): void {
  unmountStores()
  network.close()
  network = newNetwork()
  vi.resetModules()
}

/** Listens like the islands, because a store updates only while it has listeners. */
export function mountStores(...stores: Listened[]): void {
  for (const store of stores) onLeave(store.listen(() => undefined))
}

/** A token of an account, as our own backend signs them. Another version is a renewed token. */
export const tokenOf = (sub: string, ver = 1) =>
  `head.${Buffer.from(JSON.stringify({ sub, ver })).toString('base64url')}.signature`

/** The cookie's session, as the server sets it. */
export function setSessionCookie(type: SessionType | null): void {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
  document.cookie = type ? `userType=${type}; Path=/` : 'userType=; Path=/; Max-Age=0'
}

/** Saves a session on the device, as a sign-in does. */
export function saveOnDevice(type: SessionType, token = `${type}-token`): void {
  localStorage.setItem('token', token)
  localStorage.setItem('userType', type)
  setSessionCookie(type)
}

export function clearDevice(): void {
  localStorage.clear()
  setSessionCookie(null)
}

/** Opens a page with the session that is saved on the device. */
export function visit(address: string): void {
  const { hash, pathname, search } = new URL(address, server.origin)
  const go = (place: string) => void visitedUrls.push(place)
  vi.stubGlobal('location', {
    assign: go,
    hash,
    href: server.origin + address,
    pathname,
    protocol: 'http:',
    reload: () => go('reload'),
    replace: go,
    search
  })
}

export function openPage(address: string, session: 'admin' | 'rider' | null): void {
  visit(address)
  if (session) saveOnDevice(session === 'rider' ? 'user' : session)
}

/** Leaves the page and opens it again. */
export function reopenPage(path: string): void {
  leavePage()
  visitedUrls.length = 0
  sessionStorage.clear()
  openPage(path, 'rider')
}

/** Whether the browser would ask before the page is left. */
export const asksBeforeLeaving = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

interface TextForm<Field extends string> {
  setField: (field: Field, typed: string) => void
}

/** Types into the fields of a form. */
export function fillIn<Field extends string>(
  { setField }: TextForm<Field>,
  typed: Partial<Record<Field, string>>
): void {
  for (const field of Object.keys(typed) as Field[]) setField(field, typed[field] ?? '')
}

const isIdle = () => !network.hasPending()

/** Advances the network, lazy modules and the clock until the condition holds. */
export async function waitUntil(condition: () => boolean, timeoutMs = 200_000): Promise<void> {
  for (let passed = 0; !condition(); ) {
    await nextTick()
    if (!network.isIdle()) continue
    // Twice a second of fake time only, because it waits for a real timer.
    await (passed % 500 === 0 ? vi.dynamicImportSettled() : nextTick())
    if (condition() || !network.isIdle()) continue
    if (passed >= timeoutMs) throw new Error(`Not so after ${timeoutMs} ms`)
    vi.advanceTimersByTime(STEP_MS)
    passed += STEP_MS
  }
}

/** Waits for the task and all requests it makes. */
export async function waitForTask(task: unknown): Promise<void> {
  let ended = false
  void Promise.resolve(task).finally(() => {
    ended = true
  })
  await waitUntil(() => ended && isIdle())
}

const FINE_STEP_MS = 10
const FINE_STEPS_MAX = 1000
const STEPS_WITH_LOADS = 50

/** Advances the clock by exactly this time. Before each step, the network must have nothing left to do. */
export async function advanceTime(ms: number): Promise<void> {
  const stepMs = Math.max(FINE_STEP_MS, Math.ceil(ms / FINE_STEPS_MAX))
  for (let step = 0; step * stepMs < ms; step += 1) {
    // Not at each step, because it waits for a real timer.
    await (step % STEPS_WITH_LOADS === 0 ? waitForLoads() : waitForNetwork())
    vi.advanceTimersByTime(Math.min(stepMs, ms - step * stepMs))
  }
  await waitForLoads()
}

/** Waits for a task that takes up to this long by the clock of the device. */
export async function finish<Result>(task: Promise<Result>, ms = 1000): Promise<Result> {
  await advanceTime(ms)
  return task
}

/** A response may load a module, and a module may send a request. */
async function waitForLoads(): Promise<void> {
  await waitForNetwork()
  await vi.dynamicImportSettled()
  await waitForNetwork()
}

const IDLE_TICKS = 4

async function waitForNetwork(): Promise<void> {
  for (let ticks = 0; ticks < IDLE_TICKS; ticks = network.isIdle() ? ticks + 1 : 0) await nextTick()
}

interface Toast {
  kind: string
  sentence: string
}

const sentenceOf = ({ sentence }: Toast) => sentence
export const withKind = ({ kind, sentence }: Toast) => `${kind}: ${sentence}`

/** The toasts of this page. `carriedToasts` returns those for the next page. */
export async function shownToasts(format = sentenceOf): Promise<string[]> {
  const { $toasts } = await import('#stores/app/toasts.ts')
  return $toasts.get().map(format)
}
export function carriedToasts(format = sentenceOf): string[] {
  const toasts = JSON.parse(sessionStorage.getItem('toasts') ?? '[]') as Toast[]
  return toasts.map(format)
}
