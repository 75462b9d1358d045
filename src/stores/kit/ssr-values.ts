import { computed as derived, type ReadableAtom, type WritableAtom } from 'nanostores'
import { isFresh } from '#domain/freshness.ts'

// A page that comes with its data is drawn on the server, where stores belong to nobody: everybody's pages are drawn from
// the same ones, side by side. So there they are never set; what a page is given stands beside them, and what derives
// from it is derived from that.

export type Store<Value = unknown> = ReadableAtom<Value> & { init?: unknown }

/** Stores, and what they hold on one page. */
export type SsrEntries = readonly (readonly [store: WritableAtom, value: unknown])[]

/** What stores hold on the page that is being drawn; those that are not in it have what they begin with. */
export type SsrValues = Map<Store, unknown>

const DERIVATIONS = new WeakMap<Store, { derive: (...values: unknown[]) => unknown; sources: readonly Store[] }>()

/* @__NO_SIDE_EFFECTS__ */
function trackedComputed(stores: Store | Store[], derive: (...values: unknown[]) => unknown): Store {
  const sources = [stores].flat()
  const store = derived(sources, derive)
  DERIVATIONS.set(store, { derive, sources })
  return store
}

/** As that of nanostores; what it gives can be derived on the server too. */
export const computed = trackedComputed as typeof derived

/** The entry of a store, checked against what the store holds. */
export function ssrEntry<Value>(store: WritableAtom<Value>, value: NoInfer<Value>): SsrEntries[number] {
  return [store as WritableAtom, value]
}

/** What the store holds on the page that was given; the same object each time. */
export function ssrValue(values: SsrValues, store: Store): unknown {
  if (values.has(store)) return values.get(store)
  const derivation = DERIVATIONS.get(store)
  const value = derivation ? derivation.derive(...derivation.sources.map(each => ssrValue(values, each))) : store.init
  values.set(store, value)
  return value
}

let renderedAt: Date | null = null

/** In the browser, where the page has its stores for itself. */
export function applyEntries(entries: SsrEntries, time: Date): void {
  renderedAt = time
  for (const [store, value] of entries) store.set(value)
}

/** Whether the page came with its data a moment ago: then nothing of it is asked for again until it is seen again. */
export function hasFreshData(): boolean {
  return renderedAt !== null && isFresh(renderedAt, new Date())
}
