import { MINUTE_MS } from '#domain/time/time-units.ts'

/** Goes back in the history, or to `fallback` if this is the tab's first page. */
export function goBack(fallback: string): void {
  if (history.length > 1) history.back()
  else location.assign(fallback)
}

/** Changes the URL without loading it. */
export function replaceUrl(path: string): void {
  history.replaceState(history.state, '', path)
}

/** What this page has kept in its entry of the history: for Back, Forward and a reload, but no other visit. */
export const keptInHistory = (): unknown => history.state

export function keepInHistory(value: unknown): void {
  history.replaceState(value, '')
}

/** Calls `task` after Back, Forward or a new fragment has changed the URL of this page. Returns how to stop it. */
export function whenHistoryChanges(task: () => void): () => void {
  addEventListener('popstate', task)
  return () => removeEventListener('popstate', task)
}

function navigationTiming() {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation as (PerformanceNavigationTiming & { deliveryType?: string }) | undefined
}

/** How the page was loaded. HTML from the history may be from a cache, that of a reload is from the network. */
export function navigationType(): NavigationTimingType | undefined {
  return navigationTiming()?.type
}

/** False if the page may have been rendered before this navigation: for a cache, or as a prefetch. */
export function isPageFresh(): boolean {
  const { deliveryType, type } = navigationTiming() ?? {}
  return type !== 'back_forward' && !deliveryType
}

/** A query parameter of the page's URL. */
export function queryParam(name: string): string | null {
  return new URLSearchParams(location.search).get(name)
}

/** What follows '#' in the page's URL; empty if nothing does. */
export function urlFragment(): string {
  return location.hash.slice(1)
}

/** Removes the fragment, so that a reload does not act on it again. */
export function removeFragment(): void {
  replaceUrl(location.pathname + location.search)
}

let printed: Node | undefined

/** Removes what was printed apart from the page. */
export function endPrint(): void {
  document.documentElement.removeAttribute('data-printed')
  printed?.parentNode?.removeChild(printed)
  printed = undefined
}

/**
 * Prints a hidden part of the page alone, once it is drawn: a copy of it stands at the end of the body, where the styles
 * can hide all else.
 */
export function printPart(selector: string): void {
  setTimeout(() => {
    endPrint()
    printed = document.querySelector(selector)?.cloneNode(true)
    if (!printed) return
    document.body.append(printed)
    document.documentElement.setAttribute('data-printed', '')
    addEventListener('afterprint', endPrint, { once: true })
    print()
  })
}

/** The URL of a page of this site. */
export function urlOf(path: string): string {
  return new URL(path, location.href).href
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

/** Calls `task` each minute in which the page is visible. Returns how to stop it. */
export function eachVisibleMinute(task: () => void): () => void {
  const timer = setInterval(() => document.visibilityState === 'visible' && task(), MINUTE_MS)
  return () => clearInterval(timer)
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
    if (!isUnsaved()) return
    event.preventDefault()
    // Once the browser has asked. Whoever stays has no page on the way.
    setTimeout(() => window.showPressed?.(null))
  }
  addEventListener('beforeunload', listener)
  return () => removeEventListener('beforeunload', listener)
}
