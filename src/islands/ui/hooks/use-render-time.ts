import { useAlive } from './use-hydrated.ts'
import { usePageTime } from './use-store.tsx'

/** The time of this drawing; that of the page's while what the server drew comes alive, so that both draw the same. */
export function useDrawingTime(): Date {
  const pageTime = usePageTime()
  const isAlive = useAlive()
  return pageTime && !isAlive ? pageTime : new Date()
}
