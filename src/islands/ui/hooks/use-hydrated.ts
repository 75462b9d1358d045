import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => undefined

/** False on the server and during hydration, true after it. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false
  )
}
