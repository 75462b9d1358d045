import { parseInstant } from '#domain/time/india-time.ts'

/** When the ride under way ends; null if there is none at `now`, or if the text is not an instant. */
export function rideEndOf({ booked_until }: { booked_until?: string | null | undefined }, now: Date): Date | null {
  const end = parseInstant(booked_until ?? '')
  return end > now ? end : null
}
