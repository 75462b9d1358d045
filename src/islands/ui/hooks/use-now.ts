import { useEffect, useState } from 'react'
import { usePageTime } from './use-store.tsx'

/** The time, ticking; at first that of the page's drawing, so that server and browser draw the same, or null. */
export function useNow(every_ms: number): Date | null {
  const [now, setNow] = useState<Date | null>(usePageTime())
  useEffect(() => {
    const tick = () => setNow(new Date())
    tick()
    const timer = setInterval(tick, every_ms)
    // Timers sleep in a hidden tab: a returning visitor must not read an old time.
    const whenSeen = () => document.visibilityState === 'visible' && tick()
    document.addEventListener('visibilitychange', whenSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', whenSeen)
    }
  }, [every_ms])
  return now
}
