import { computed as derived, onMount, type ReadableAtom, type WritableAtom } from 'nanostores'
import { isFresh } from '#domain/time/freshness.ts'

// On the server, all visitors share the same stores, and pages render concurrently. Stores are therefore never set
// there. The values of each page are kept in a separate map, and computed values are derived from that map.

export type Store<Value = unknown> = ReadableAtom<Value> & { init?: unknown }

/** Stores with their initial values on one page. */
export type SsrEntries = readonly (readonly [store: WritableAtom, value: unknown])[]

/** Store values of the page being rendered. A store that is not in the map has its initial value. */
export type SsrValues = Map<Store, unknown>

const DERIVATIONS = new WeakMap<Store, { derive: (...values: unknown[]) => unknown; sources: readonly Store[] }>()

/* @__NO_SIDE_EFFECTS__ */
function trackedComputed(stores: Store | Store[], derive: (...values: unknown[]) => unknown): Store {
  const sources = [stores].flat()
  const store = derived(sources, derive)
  DERIVATIONS.set(store, { derive, sources })
  return store
}

/** Like `computed` of nanostores, but its stores can also be derived from SSR values. */
export const computed = trackedComputed as typeof derived

/** An SSR entry whose value is type-checked against the store. */
export function ssrEntry<Value>(store: WritableAtom<Value>, value: NoInfer<Value>): SsrEntries[number] {
  return [store as WritableAtom, value]
}

/**
 * The value of a store on the page being rendered. Computed values are cached, so repeated calls return the same
 * object.
 */
export function ssrValue(values: SsrValues, store: Store): unknown {
  if (values.has(store)) return values.get(store)
  const derivation = DERIVATIONS.get(store)
  const value = derivation ? derivation.derive(...derivation.sources.map(each => ssrValue(values, each))) : store.init
  values.set(store, value)
  return value
}

let renderedAt: Date | null = null

/** Sets the stores in the browser, where only one visitor uses them. */
export function applyEntries(entries: SsrEntries, time: Date): void {
  renderedAt = time
  for (const [store, value] of entries) store.set(value)
}

/**
 * Whether the page was rendered with data a moment ago. Then the data is not loaded again until the page is next
 * visible.
 */
export const hasFreshData = (): boolean => renderedAt !== null && isFresh(renderedAt, new Date())

export type MountedStore = Parameters<typeof onMount>[0]
export type MountHandler = () => (() => void) | undefined

/** Runs when the store gets its first listener in the browser. Stores also mount during SSR, which has no visitor. */
export function whenMounted(store: MountedStore, onMounted: MountHandler): void {
  onMount(store, () => (typeof location === 'undefined' ? undefined : onMounted()))
}

/** Combines the functions that stop a screen's listeners into one. */
export function stopAll(stops: readonly ((() => void) | undefined)[]): () => void {
  return () => {
    for (const stop of stops) stop?.()
  }
}
