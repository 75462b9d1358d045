import { orFallback } from '#domain/kit/failures.ts'

// Where the browser keeps text for the app: its storage and cookies.

/** Null if the text is not valid JSON. */
export function parseJson(text: string): unknown {
  return orFallback(() => JSON.parse(text) as unknown, null)
}

/** JSON values in sessionStorage: they survive navigation and end with the tab. */
export const tabStorage = {
  read: (key: string): unknown => parseJson(orFallback(() => sessionStorage.getItem(key), null) ?? ''),
  write: (key: string, value: unknown): void =>
    orFallback(() => sessionStorage.setItem(key, JSON.stringify(value)), undefined)
}

/** Text values in localStorage, shared by all tabs of this device. */
export const deviceStorage = {
  read: (key: string): string | null => orFallback(() => localStorage.getItem(key), null),
  /** Null removes it. Returns whether the text is kept: the storage may be full or blocked. */
  write: (key: string, text: string | null): boolean =>
    orFallback(() => {
      if (text === null) localStorage.removeItem(key)
      else localStorage.setItem(key, text)
      return true
    }, false)
}

/** A single localStorage entry. */
export const deviceStorageItem = (key: string) => ({
  remove: (): boolean => deviceStorage.write(key, null),
  read: (): string | null => deviceStorage.read(key),
  write: (text: string): boolean => deviceStorage.write(key, text)
})

/** Whether localStorage is available; some browsers disable or block it. */
export function hasStorage(): boolean {
  return orFallback(() => typeof localStorage === 'object' && localStorage !== null, false)
}

/** Returns the decoded value; null if the cookie is missing or malformed. */
export function readCookie(name: string): string | null {
  const found = document.cookie.split('; ').find(pair => pair.startsWith(`${name}=`))
  return found ? orFallback(() => decodeURIComponent(found.slice(name.length + 1)), null) : null
}

function setCookie(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox
  document.cookie = cookie
}

/** `seconds` 0 removes it. */
export function writeCookie(name: string, value: string, seconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  setCookie(`${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax; Max-Age=${seconds}${secure}`)
}

const PROBE = 'probe'

/** Whether this browser keeps this site's storage and cookies. In Safari, `navigator.cookieEnabled` is true anyway. */
export function keepsSiteData(): boolean {
  return orFallback(() => {
    localStorage.setItem(PROBE, PROBE)
    localStorage.removeItem(PROBE)
    setCookie(`${PROBE}=${PROBE}; SameSite=Lax`)
    const isKept = readCookie(PROBE) === PROBE
    setCookie(`${PROBE}=; Max-Age=0`)
    return isKept
  }, false)
}
