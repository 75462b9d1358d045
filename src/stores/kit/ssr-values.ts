import { computed as derived, type ReadableAtom, type WritableAtom } from 'nanostores'
import { isFresh } from '#domain/freshness.ts'

// A page that comes with its data is drawn on the server, where stores belong to nobody: everybody's pages are drawn from
// the same ones, side by side. So there they are never set; what a page is given stands beside them, and what derives
// from it is derived from that.

export type Store<Value = unknown> = ReadableAtom<Value> & { init?: unknown }

/** Stores, and what they hold on one page. */
export type Entries = readonly (readonly [store: WritableAtom, value: unknown])[]

/** What stores hold on the page that is being drawn; those that are not in it have what they begin with. */
export type Given = Map<Store, unknown>

const RECIPES = new WeakMap<Store, { derive: (...values: unknown[]) => unknown; from: readonly Store[] }>()

/* @__NO_SIDE_EFFECTS__ */
function remembered(stores: Store | Store[], derive: (...values: unknown[]) => unknown): Store {
  const from = [stores].flat()
  const store = derived(from, derive)
  RECIPES.set(store, { derive, from })
  return store
}

/** As that of nanostores; what it gives can be derived on the server too. */
export const computed = remembered as typeof derived

/** The entry of a store, checked against what the store holds. */
export function holds<Value>(store: WritableAtom<Value>, value: NoInfer<Value>): Entries[number] {
  return [store as WritableAtom, value]
}

/** What the store holds on the page that was given; the same object each time. */
export function valueIn(given: Given, store: Store): unknown {
  if (given.has(store)) return given.get(store)
  const recipe = RECIPES.get(store)
  const value = recipe ? recipe.derive(...recipe.from.map(each => valueIn(given, each))) : store.init
  given.set(store, value)
  return value
}

let drawnAt: Date | null = null

/** In the browser, where the page has its stores for itself. */
export function fill(entries: Entries, drawn_at: Date): void {
  drawnAt = drawn_at
  for (const [store, value] of entries) store.set(value)
}

/** Whether the page came with its data a moment ago: then nothing of it is asked for again until it is seen again. */
export function cameFresh(): boolean {
  return drawnAt !== null && isFresh(drawnAt, new Date())
}
