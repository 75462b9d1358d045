import { useEffect, useState } from 'react'
import { useServerRenderTime } from './use-store.tsx'

/** The time, ticking; at first that of the page's drawing, so that server and browser draw the same, or null. */
export function useNow(intervalMs: number): Date | null {
  const [now, setNow] = useState<Date | null>(useServerRenderTime())
  useEffect(() => {
    const tick = () => setNow(new Date())
    tick()
    const timer = setInterval(tick, intervalMs)
    // Timers sleep in a hidden tab: a returning visitor must not read an old time.
    const tickIfVisible = () => document.visibilityState === 'visible' && tick()
    document.addEventListener('visibilitychange', tickIfVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tickIfVisible)
    }
  }, [intervalMs])
  return now
}
