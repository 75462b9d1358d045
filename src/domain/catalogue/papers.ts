import { type Day, daysBetween } from '#domain/time/india-time.ts'

// What the law asks of a scooter on the road, as its operator has entered it.

export const SCOOTER_KINDS = ['electric', 'petrol'] as const
export type ScooterKind = (typeof SCOOTER_KINDS)[number]

/** The registration certificate, the insurance, the test of its exhaust, the permit to rent it out. */
export const PAPER_KINDS = ['rc', 'insurance', 'puc', 'permit'] as const
export type PaperKind = (typeof PAPER_KINDS)[number]

/** Characters of the number of a paper. */
export const PAPER_NUMBER_MAX_LENGTH = 50
/** A paper that ends within so many days is shown in yellow, then in red. */
const PAPER_WARNING_DAYS = 30
export const PAPER_URGENT_DAYS = 7

export function paperUrgency(expiresOn: Day, today: Day): 'fine' | 'soon' | 'urgent' {
  const days = daysBetween(today, expiresOn)
  if (days > PAPER_WARNING_DAYS) return 'fine'
  return days > PAPER_URGENT_DAYS ? 'soon' : 'urgent'
}

/** 'KA05AB1234' of 'ka-05 ab 1234' */
export const registrationOf = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase()

/** The form of a registration number, without spaces and hyphens; those of the states and BH differ. */
export const isRegistration = (text: string): boolean => /^[A-Z\d]{4,15}$/.test(text)
