// Replacements for what ofetch uses of two general libraries (slim-ofetch.ts). Enough for our calls: URLs are absolute
// and without a fragment, queries are text, responses are checked by the contract.

type Query = Readonly<Record<string, string | undefined>>

/** Parses JSON; returns the text itself if it is not JSON. */
function destr(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

export { destr as default }

export function withBase(address: string, base: string): string {
  return base + address
}

/** Returns the URL with the defined parts of the query. */
export function withQuery(address: string, query: Query): string {
  const defined = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return defined.length === 0 ? address : `${address}?${new URLSearchParams(defined)}`
}
