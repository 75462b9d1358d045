import { PATHS } from '#domain/routes.ts'

// The operator's pages, and the sentences that lead to them.

export const legalPages = 'Terms and contact'

export const LEGAL_LINKS = [
  { path: PATHS.terms, text: 'Terms' },
  { path: PATHS.privacy, text: 'Privacy' },
  { path: PATHS.refunds, text: 'Refunds' },
  { path: PATHS.contact, text: 'Contact' }
] as const

/** A part of a sentence; with a path, a link. */
export type LinkedText = string | { path: string; text: string }

const theTerms = { path: PATHS.terms, text: 'terms' }

export const agreedBySignUp: readonly LinkedText[] = [
  'By creating an account you agree to the ',
  theTerms,
  ', and to the use of your data as the ',
  { path: PATHS.privacy, text: 'privacy notice' },
  ' says.'
]

/** The desk says so. */
export const agreedByGuest: readonly LinkedText[] = [
  'The guest agrees to the ',
  theTerms,
  ' and has seen the ',
  { path: PATHS.privacy, text: 'privacy notice' }
]

export const agreedByBooking: readonly LinkedText[] = [
  'By booking you agree to the ',
  theTerms,
  ' and the ',
  { path: PATHS.refunds, text: 'refund rules' },
  '.'
]

/** Before that sentence, for a rider who agreed to other terms. */
export const termsChanged = 'Our terms have changed. '

/** Below each mail, before the address of the contact page. */
export const complaints = 'Complaints'
