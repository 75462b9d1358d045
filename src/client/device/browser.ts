// The browser's own things, behind functions that don't throw where a browser refuses them.

function orFallback<T>(task: () => T, fallback: T): T {
  try {
    return task()
  } catch {
    return fallback
  }
}

/** This tab's memory, as JSON: survives a navigation, not the tab. */
export const tabStorage = {
  read: (key: string): unknown => orFallback(() => JSON.parse(sessionStorage.getItem(key) ?? 'null') as unknown, null),
  write: (key: string, value: unknown): void =>
    orFallback(() => sessionStorage.setItem(key, JSON.stringify(value)), undefined)
}

/** This device's memory, as text, for all its tabs. */
export const deviceStorage = {
  read: (key: string): string | null => orFallback(() => localStorage.getItem(key), null),
  /** Null removes it. */
  write: (key: string, text: string | null): void =>
    orFallback(() => (text === null ? localStorage.removeItem(key) : localStorage.setItem(key, text)), undefined)
}

/** One text of this device's memory. */
export const deviceStorageItem = (key: string) => ({
  remove: (): void => deviceStorage.write(key, null),
  read: (): string | null => deviceStorage.read(key),
  write: (text: string): void => deviceStorage.write(key, text)
})

/** Null where the text is none of it. */
export function parseJson(text: string): unknown {
  return orFallback(() => JSON.parse(text) as unknown, null)
}

/** Empty where the text is none of it. */
export function decodeBase64(text: string): string {
  return orFallback(() => atob(text), '')
}

export function readCookie(name: string): string | null {
  const found = document.cookie.split('; ').find(pair => pair.startsWith(`${name}=`))
  return found ? orFallback(() => decodeURIComponent(found.slice(name.length + 1)), null) : null
}

/** `seconds` 0 removes it. */
export function writeCookie(name: string, value: string, seconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax; Max-Age=${seconds}${secure}`
}

export function goTo(path: string): void {
  location.assign(path)
}

/** As `goTo`, but the page left is not in the history: Back does not return to it. */
export function replaceWith(path: string): void {
  location.replace(path)
}

export function currentPath(): string {
  return location.pathname
}

/** A parameter of the page's address. */
export function queryParam(name: string): string | null {
  return new URLSearchParams(location.search).get(name)
}

export function reload(): void {
  location.reload()
}

/** Whether there is a storage to remember things in; some browsers have none, or refuse it. */
export function hasStorage(): boolean {
  return orFallback(() => typeof localStorage === 'object' && localStorage !== null, false)
}

/** Hides what the page shows, and asks nobody whether unsaved work may go: the page is about to be left. */
export function abandonPage(): void {
  hidePage()
  addEventListener('beforeunload', event => event.stopImmediatePropagation(), {
    capture: true,
    once: true
  })
}

/** Whose session the page was drawn for; undefined where it came without anybody's data. */
export function renderedSession(): string | undefined {
  return document.documentElement.dataset.session
}

// The layout stays, so that the page is where it was when it comes back.
function hidePage(): void {
  document.documentElement.style.visibility = 'hidden'
}

function showPage(): void {
  document.documentElement.style.visibility = ''
}

/**
 * A page that is left may come back as it was, out of the back/forward cache. It waits there concealed, so that not one
 * frame of it is seen before `mayReturn` has been asked; answers how to stop.
 */
export function whenRestored(mayShow: () => boolean): () => void {
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted && mayShow()) showPage()
  }
  addEventListener('pagehide', hidePage)
  addEventListener('pageshow', onShow)
  return () => {
    removeEventListener('pagehide', hidePage)
    removeEventListener('pageshow', onShow)
  }
}

/** Whether the device itself knows that it has no network; a network that leads nowhere looks like one. */
export function isOffline(): boolean {
  return navigator.onLine === false
}

/** Whether the page stands in for one that the network did not bring; it opens no payment (scripts/build/page-policy.ts). */
export function isOfflineShell(): boolean {
  return document.querySelector('[data-stand-in]') !== null
}

/** Calls back when the network is there again; answers how to stop. */
export function whenOnline(task: () => void): () => void {
  addEventListener('online', task)
  return () => removeEventListener('online', task)
}

/** Calls back when the network is gone; answers how to stop. */
export function whenOffline(task: () => void): () => void {
  addEventListener('offline', task)
  return () => removeEventListener('offline', task)
}

/** Back in the history, or to `otherwise` when this is the tab's first page. */
export function goBack(fallback: string): void {
  if (history.length > 1) history.back()
  else goTo(fallback)
}

/** Calls back whenever the page is seen again, in its tab or out of the back/forward cache; answers how to stop. */
export function whenVisibleAgain(task: () => void): () => void {
  let isScheduled = false
  // Some browsers tell both of one return.
  const notify = () => {
    if (isScheduled) return
    isScheduled = true
    setTimeout(() => {
      isScheduled = false
    })
    task()
  }
  const onChange = () => document.visibilityState === 'visible' && notify()
  const onShow = ({ persisted }: PageTransitionEvent) => persisted && notify()
  document.addEventListener('visibilitychange', onChange)
  addEventListener('pageshow', onShow)
  return () => {
    document.removeEventListener('visibilitychange', onChange)
    removeEventListener('pageshow', onShow)
  }
}

/** Lets the browser ask before a page is left whose work is unsaved just then; answers how to stop. */
export function confirmBeforeUnload(isUnsaved: () => boolean): () => void {
  const listener = (event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault()
  }
  addEventListener('beforeunload', listener)
  return () => removeEventListener('beforeunload', listener)
}

/** False where the browser has no clipboard for this page, or refuses it. */
export async function copyText(text: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (!clipboard) return false
  return clipboard.writeText(text).then(
    () => true,
    () => false
  )
}
