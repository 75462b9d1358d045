import { useEffect, useState, useSyncExternalStore } from 'react'
import { currentTime } from '#stores/kit/current-time.ts'
import { useServerRenderTime } from './use-store.tsx'

/** The current time, updated at `intervalMs`. First the server's render time, so that hydration matches, or null. */
export function useNow(intervalMs: number): Date | null {
  const [now, setNow] = useState<Date | null>(useServerRenderTime())
  useEffect(() => {
    const tick = () => setNow(currentTime())
    tick()
    const timer = setInterval(tick, intervalMs)
    // Browsers throttle timers in hidden tabs, so update at once when the page is visible again.
    const tickIfVisible = () => document.visibilityState === 'visible' && tick()
    document.addEventListener('visibilitychange', tickIfVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tickIfVisible)
    }
  }, [intervalMs])
  return now
}

/** The time of this render. During hydration, it is the server's render time, so that both outputs match. */
export function useRenderTime(): Date {
  const pageTime = useServerRenderTime()
  const isHydrated = useIsHydrated()
  return pageTime && !isHydrated ? pageTime : currentTime()
}

const subscribeToNothing = () => () => undefined

/** False on the server and during hydration, true after it. */
function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false
  )
}
