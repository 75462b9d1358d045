import { overlaps, type Window, windowFrom } from './booking-window.ts'

/** 'short': the start is free, but the ride would run into something taken. */
export type Standing = 'free' | 'short' | 'taken'

/** From when on something taken is in a ride's way; null when it fits. */
export function takenFrom(ride: Window, busy: readonly Window[]): Date | null {
  const met = busy.filter(window => overlaps(window, ride)).map(({ start }) => start.getTime())
  return met.length > 0 ? new Date(Math.max(ride.start.getTime(), Math.min(...met))) : null
}

/** Whether a ride of so many hours can begin at an instant. */
export function standingOf(start: Date, hours: number, busy: readonly Window[]): Standing {
  const from = takenFrom(windowFrom(start, hours), busy)
  if (from === null) return 'free'
  return from > start ? 'short' : 'taken'
}

interface Known {
  busy: readonly Window[]
  /** What lies later is not known, so nothing is promised there. */
  until: Date
}

/** The first of the starts, which come in order, from which a ride of so many hours surely fits. */
export function firstFree(starts: readonly Date[], hours: number, { busy, until }: Known): Date | null {
  const fits = (start: Date) => windowFrom(start, hours).end <= until && standingOf(start, hours, busy) === 'free'
  return starts.find(fits) ?? null
}
