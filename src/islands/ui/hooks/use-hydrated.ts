import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether the page answers by now: not on the server, nor while what that drew comes alive. */
export function useAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false
  )
}
