// Labels and hints of the account's fields, which sign-up and profile share.

export const fullName = 'Full Name'
export const email = 'Email'
export const emailPlaceholder = 'you@example.in'
export const phoneNumber = 'Phone Number'
/** Hints for implausible values, which can be submitted anyway. */
export const checkPhone = 'Check the number. We may call you on it.'
export const checkEmail = 'Check the email address. You need it to sign in.'
export const dateOfBirth = 'Date of Birth'
export const property = 'Property'
export const chooseProperty = 'Choose your property'
export const propertiesLoadFailed = 'Failed to load properties'

export function propertyOption({ location, name }: { location?: string | undefined; name: string }): string {
  return location ? `${name} - ${location}` : name
}

export const fieldMissing = {
  date_of_birth: 'Enter your date of birth',
  email: 'Enter your email',
  name: 'Enter your full name',
  password: 'Enter your password',
  phone: 'Enter your phone number',
  property_id: chooseProperty
} as const
