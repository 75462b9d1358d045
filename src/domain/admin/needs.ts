import { DISPUTE_WARNING_HOURS, type HealthCheck, isUrgent } from '#domain/monitoring.ts'
import { PIN_DUE_MINUTES } from '#domain/outbox/outbox.ts'
import { addMinutes, parseInstant } from '#domain/time/india-time.ts'
import { HOUR_MINUTES } from '#domain/time/time-units.ts'
import type { NEED_SCREENS } from './screens.ts'

/** A PIN to set names the next ride within so many hours. */
export const PIN_NEED_HOURS = 12

/** What decides how urgent a row is. Times are ISO. */
interface NeedFacts {
  kind: keyof typeof NEED_SCREENS
  check?: HealthCheck
  next_start?: string | null
  respond_by?: string | null
}

const ORDER = [
  'urgent check',
  'late',
  'problem',
  'pin due',
  'dispute due',
  'licence',
  'waiting',
  'pin',
  'desk_back',
  'refund',
  'owed',
  'dispute',
  'paper',
  'check'
] as const

function rankOf({ check, kind, next_start, respond_by }: NeedFacts, now: Date): number {
  const isBefore = (iso: string | null | undefined, minutes: number) =>
    iso != null && parseInstant(iso) <= addMinutes(now, minutes)
  const isDue = {
    check: check !== undefined && isUrgent(check),
    dispute: respond_by == null || isBefore(respond_by, DISPUTE_WARNING_HOURS * HOUR_MINUTES),
    pin: isBefore(next_start, PIN_DUE_MINUTES)
  }
  if (kind === 'check') return ORDER.indexOf(isDue.check ? 'urgent check' : 'check')
  if (kind === 'dispute') return ORDER.indexOf(isDue.dispute ? 'dispute due' : 'dispute')
  if (kind === 'pin') return ORDER.indexOf(isDue.pin ? 'pin due' : 'pin')
  return ORDER.indexOf(kind)
}

/** The worst first. Rows that are equally urgent keep their order. */
export const worstFirst = <Row extends NeedFacts>(rows: readonly Row[], now: Date): Row[] =>
  rows
    .map(row => ({ rank: rankOf(row, now), row }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ row }) => row)
