import { useIsHydrated } from './use-hydrated.ts'
import { useServerRenderTime } from './use-store.tsx'

/** The time of this drawing; that of the page's while what the server drew comes alive, so that both draw the same. */
export function useRenderTime(): Date {
  const pageTime = useServerRenderTime()
  const isHydrated = useIsHydrated()
  return pageTime && !isHydrated ? pageTime : new Date()
}
