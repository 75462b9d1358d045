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

/** How the page was loaded. HTML from the history may be from a cache, that of a reload is from the network. */
export function navigationType(): NavigationTimingType | undefined {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type
}

/** Goes back in the history, or to `fallback` if this is the tab's first page. */
export function goBack(fallback: string): void {
  if (history.length > 1) history.back()
  else goTo(fallback)
}
