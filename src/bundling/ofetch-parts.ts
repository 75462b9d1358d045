// What ofetch takes from two general libraries, as far as calls here need it (slim-ofetch.ts). Addresses are
// whole and without a fragment, queries hold text, and answers are checked against the contract.

type Query = Readonly<Record<string, string | undefined>>

/** The JSON of a text; the text itself where it is none. */
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

/** The address with what of the query is defined. */
export function withQuery(address: string, query: Query): string {
  const defined = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return defined.length === 0 ? address : `${address}?${new URLSearchParams(defined)}`
}
