import { onMount } from 'nanostores'

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
