import type { PaperKind } from '#domain/catalogue/papers.ts'

export const PAPER_NAMES: Readonly<Record<PaperKind, string>> = {
  insurance: 'Insurance',
  permit: 'Permit',
  puc: 'PUC',
  rc: 'RC'
}

// The panel of a ride.

export const papersTitle = 'Papers'
export const validUntil = (day: string) => `valid until ${day}`
export const notACopy = 'Not a legal copy. Police find these papers by the number, in DigiLocker or mParivahan.'
