import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => undefined

/** Whether the page answers by now: not on the server, nor while what that drew comes alive. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false
  )
}
