import { afterEach, beforeEach, vi } from 'vitest'
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
/** The visited URLs in order. */
export const visitedUrls: string[] = []
/** Unhandled promise rejections. */
export const unhandledRejections: unknown[] = []

const { fetch: fetchFromServer, hasPending, isIdle: isNetworkIdle } = createServerFetch(() => server)

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
  vi.stubGlobal('fetch', fetchFromServer)
  vi.stubGlobal('XMLHttpRequest', xhrOverFetch(fetchFromServer))
  vi.stubGlobal('Razorpay', ProviderDialog)
  localStorage.clear()
  sessionStorage.clear()
  for (const list of [dialogs, leaving, visitedUrls, unhandledRejections]) list.length = 0
}

async function closeTab(): Promise<void> {
  for (const leave of leaving) leave()
  vi.advanceTimersByTime(2000)
  vi.useRealTimers()
  vi.unstubAllEnvs()
  process.off('unhandledRejection', recordRejection)
  await server.close()
}

const leaving: (() => void)[] = []

interface Listened {
  listen: (task: () => void) => () => void
}

/** Listens like the islands, because a store updates only while it has listeners. */
export function mountStores(...stores: Listened[]): void {
  for (const store of stores) leaving.push(store.listen(() => undefined))
}

const TOKENS = { admin: ['admins-token', 'admin'], rider: ['riders-token', 'user'] } as const

export function openPage(address: string, session: keyof typeof TOKENS | null): void {
  const { hash, pathname, search } = new URL(address, server.origin)
  const go = (place: string) => void visitedUrls.push(place)
  vi.stubGlobal('location', {
    assign: go,
    hash,
    href: server.origin + address,
    pathname,
    protocol: 'https:',
    reload: () => go(address),
    replace: go,
    search
  })
  if (session === null) return
  const [token, type] = TOKENS[session]
  localStorage.setItem('token', token)
  localStorage.setItem('userType', type)
}

/** Leaves the page and opens it again. */
export function reopenPage(path: string): void {
  for (const leave of leaving.splice(0)) leave()
  vi.advanceTimersByTime(2000)
  vi.resetModules()
  visitedUrls.length = 0
  sessionStorage.clear()
  openPage(path, 'rider')
}

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

export const isIdle = () => !hasPending()

/** Advances the network, lazy modules and the clock until the condition holds. */
export async function waitUntil(condition: () => boolean, timeoutMs = 200_000): Promise<void> {
  for (let passed = 0; !condition(); ) {
    await nextTick()
    if (!isNetworkIdle()) continue
    // Twice a second of fake time only, because it waits for a real timer.
    await (passed % 500 === 0 ? vi.dynamicImportSettled() : nextTick())
    if (condition() || !isNetworkIdle()) continue
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

export async function advanceTime(ms: number): Promise<void> {
  const end = Date.now() + ms
  await waitUntil(() => Date.now() >= end && isNetworkIdle())
}

/** The toasts of this page. `carriedToasts` returns those for the next page. */
export async function shownToasts(): Promise<string[]> {
  const { $toasts } = await import('#stores/app/toasts.ts')
  return $toasts.get().map(({ sentence }) => sentence)
}
export function carriedToasts(): string[] {
  const toasts = JSON.parse(sessionStorage.getItem('toasts') ?? '[]') as { sentence: string }[]
  return toasts.map(({ sentence }) => sentence)
}
