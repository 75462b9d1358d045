// Conversions between units of time. Plain numbers, because the bundler removes or inlines those.

export const SECOND_MS = 1000
export const MINUTE_MS = 60_000
export const MINUTE_SECONDS = 60
export const HOUR_MS = 3_600_000
export const HOUR_SECONDS = 3600
export const HOUR_MINUTES = 60
export const DAY_MS = 86_400_000
export const DAY_SECONDS = 86_400
export const DAY_MINUTES = 1440
/** The wall-clock time at which a day in India starts. */
export const MIDNIGHT = '00:00'
