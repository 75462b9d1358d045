import { serverNow } from '#client/http/server-time.ts'
import { dayOf } from '#domain/time/india-time.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'

/** The time by which screens judge what is payable, active or over: the server's, on the server too. */
export const currentTime = (): Date => serverNow()

/** Calls `task` when midnight in India has passed while the page is open. Returns how to stop it. */
export function whenDayChanges(task: () => void): () => void {
  let day = dayOf(currentTime())
  const timer = setInterval(() => {
    const today = dayOf(currentTime())
    if (today === day) return
    day = today
    task()
  }, MINUTE_MS)
  return () => clearInterval(timer)
}
