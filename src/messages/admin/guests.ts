import { MIN_AGE_YEARS } from '#domain/constants.ts'

// A guest without an email, whom the desk adds.

/** In place of the email. */
export const withoutEmail = 'Guest without email'

export const panel = {
  add: 'Add guest',
  added: 'Guest added',
  adding: 'Adding...',
  dateOfBirth: 'Date of birth',
  failed: 'Failed to add the guest',
  licence: 'Licence photo',
  name: 'Name',
  open: 'New guest',
  phone: 'Phone',
  somebodyElse: 'Somebody else',
  validUntil: 'Licence valid until'
} as const

/** Continues with a rider who has the number of the guest. */
export const bookFor = (name: string) => `Book for ${name}`

// What the rules of the form and of its request say.

export const missing = {
  date_of_birth: 'Enter the date of birth',
  licence: 'Add a photo of the licence',
  name: 'Enter the name',
  property_id: 'Choose the property',
  terms_version: 'The guest has to agree'
} as const
export const callable = 'Enter a number that we can call'
export const checkBirthYear = 'Check the year of the date of birth'
export const licenceEnded = 'This licence has ended'
export const tooYoung = `The guest must be at least ${MIN_AGE_YEARS} years old`

/** Null: the rider is of another property. */
export function phoneKnown(name: string | null, isSuspended: boolean): string {
  return `${name ?? 'Somebody at another property'}${isSuspended ? ', suspended,' : ''} has this number.`
}

/** An activity log detail: the desk has said that the guest is another person. */
export const samePhoneLogged = 'with the phone of another rider'
