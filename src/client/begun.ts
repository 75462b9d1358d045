interface Asked {
  address: string
  method: string
  query: Readonly<Record<string, string | undefined>> | undefined
  token: string | undefined
}

/**
 * `fetch` for a call that the page has begun with this token, before any of its scripts was there: it gives that answer,
 * once, and asks anew after that. Undefined where the page has begun no such call (layouts/first-calls.astro).
 */
export function fetchBegun(asked: Asked): typeof fetch | undefined {
  return (globalThis as { begun?: (asked: Asked) => typeof fetch | undefined }).begun?.(asked)
}
