// Wrappers of browser APIs that return a fallback where a browser throws.

function orFallback<T>(task: () => T, fallback: T): T {
  try {
    return task()
  } catch {
    return fallback
  }
}

/** JSON values in sessionStorage: they survive navigation and end with the tab. */
export const tabStorage = {
  read: (key: string): unknown => orFallback(() => JSON.parse(sessionStorage.getItem(key) ?? 'null') as unknown, null),
  write: (key: string, value: unknown): void =>
    orFallback(() => sessionStorage.setItem(key, JSON.stringify(value)), undefined)
}

/** Text values in localStorage, shared by all tabs of this device. */
export const deviceStorage = {
  read: (key: string): string | null => orFallback(() => localStorage.getItem(key), null),
  /** Null removes it. */
  write: (key: string, text: string | null): void =>
    orFallback(() => (text === null ? localStorage.removeItem(key) : localStorage.setItem(key, text)), undefined)
}

/** A single localStorage entry. */
export const deviceStorageItem = (key: string) => ({
  remove: (): void => deviceStorage.write(key, null),
  read: (): string | null => deviceStorage.read(key),
  write: (text: string): void => deviceStorage.write(key, text)
})

/** Null if the text is not valid JSON. */
export function parseJson(text: string): unknown {
  return orFallback(() => JSON.parse(text) as unknown, null)
}

/** Empty if the text is not valid base64. */
export function decodeBase64(text: string): string {
  return orFallback(() => atob(text), '')
}

/** Returns the decoded value; null if the cookie is missing or malformed. */
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

/** Like `goTo`, but replaces the history entry: Back does not return to the page left. */
export function replaceWith(path: string): void {
  location.replace(path)
}

export function currentPath(): string {
  return location.pathname
}

/** A query parameter of the page's URL. */
export function queryParam(name: string): string | null {
  return new URLSearchParams(location.search).get(name)
}

export function reload(): void {
  location.reload()
}

/** Whether localStorage is available; some browsers disable or block it. */
export function hasStorage(): boolean {
  return orFallback(() => typeof localStorage === 'object' && localStorage !== null, false)
}

/** Hides the page before it is left, and suppresses the prompt about unsaved changes. */
export function abandonPage(): void {
  hidePage()
  addEventListener('beforeunload', event => event.stopImmediatePropagation(), {
    capture: true,
    once: true
  })
}

/** The session that the page was rendered for; undefined if it was rendered without personal data. */
export function renderedSession(): string | undefined {
  return document.documentElement.dataset.session
}

// `visibility` keeps the layout, so the scroll position survives when the page is restored.
function hidePage(): void {
  document.documentElement.style.visibility = 'hidden'
}

function showPage(): void {
  document.documentElement.style.visibility = ''
}

/**
 * The back/forward cache can restore a page as it was left. The page is hidden on leave, and shown on restore only if
 * `mayShow` returns true. Returns an unsubscribe function.
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

/** Whether the device knows that it is offline. A network without internet access still counts as online. */
export function isOffline(): boolean {
  return navigator.onLine === false
}

/**
 * Whether the page is the offline shell, which replaces an unreachable page. It cannot open payments (see
 * scripts/build/page-policy.ts).
 */
export function isOfflineShell(): boolean {
  return document.querySelector('[data-offline]') !== null
}

/** Calls `task` when the device is online again. Returns an unsubscribe function. */
export function whenOnline(task: () => void): () => void {
  addEventListener('online', task)
  return () => removeEventListener('online', task)
}

/** Calls `task` when the device goes offline. Returns an unsubscribe function. */
export function whenOffline(task: () => void): () => void {
  addEventListener('offline', task)
  return () => removeEventListener('offline', task)
}

/** Goes back in the history, or to `fallback` if this is the tab's first page. */
export function goBack(fallback: string): void {
  if (history.length > 1) history.back()
  else goTo(fallback)
}

/**
 * Calls `task` when the page becomes visible again or is restored from the back/forward cache. Returns an unsubscribe
 * function.
 */
export function whenVisibleAgain(task: () => void): () => void {
  let isScheduled = false
  // Some browsers fire both events for one return.
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

/** Makes the browser ask before the page is left while `isUnsaved` returns true. Returns an unsubscribe function. */
export function confirmBeforeUnload(isUnsaved: () => boolean): () => void {
  const listener = (event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault()
  }
  addEventListener('beforeunload', listener)
  return () => removeEventListener('beforeunload', listener)
}

/** Copies text to the clipboard; false if the browser has none for this page or denies access. */
export async function copyText(text: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (!clipboard) return false
  return clipboard.writeText(text).then(
    () => true,
    () => false
  )
}
