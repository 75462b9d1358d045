import { HOLD_SECONDS } from '#domain/constants.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time/time-units.ts'

const ANNOUNCED_MINUTES = [1, 5]

interface HoldCountdown {
  /** The minutes that a screen reader announces; undefined before. */
  announcedMinutes: number | undefined
  isLastMinute: boolean
  /** The remaining part of the hold, from 0 to 1. */
  ratio: number
}

export function holdCountdown(remainingMs: number): HoldCountdown {
  return {
    announcedMinutes: ANNOUNCED_MINUTES.find(minutes => remainingMs <= minutes * MINUTE_MS),
    isLastMinute: remainingMs <= MINUTE_MS,
    ratio: Math.min(1, remainingMs / (HOLD_SECONDS * SECOND_MS))
  }
}
