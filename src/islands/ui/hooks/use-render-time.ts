import { useIsHydrated } from './use-hydrated.ts'
import { useServerRenderTime } from './use-store.tsx'

/** The time of this render. During hydration, it is the server's render time, so that both outputs match. */
export function useRenderTime(): Date {
  const pageTime = useServerRenderTime()
  const isHydrated = useIsHydrated()
  return pageTime && !isHydrated ? pageTime : new Date()
}
