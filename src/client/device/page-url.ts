// The parts of the page's URL that few pages need.

/** The URL of a page of this site. */
export function urlOf(path: string): string {
  return new URL(path, location.href).href
}

/** What follows '#' in the page's URL; empty if nothing does. */
export function urlFragment(): string {
  return location.hash.slice(1)
}
