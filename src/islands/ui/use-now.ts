import { useEffect, useState } from 'react'

/** The time, ticking; null on the server and in the first render, so that both draw the same. */
export function useNow(every_ms: number): Date | null {
  const [now, setNow] = useState<Date | null>(null)
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
