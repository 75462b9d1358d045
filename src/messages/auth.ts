import { MIN_AGE_YEARS, PASSWORD_MIN_LENGTH } from '#domain/constants.ts'
import { PASSWORD_REQUIREMENTS, type PasswordRequirement } from '#domain/riders/password.ts'
import { chooseProperty } from './account-fields.ts'

export const signIn = 'Sign In'
export const signInLead = 'Book a ride, or see your PIN.'
export const signingIn = 'Signing In...'
export const createAccount = 'Create Account'
export const createAccountLead = 'Rent the scooters at your property by the hour.'
export const creatingAccount = 'Creating Account...'
export const newHere = 'New to ScootStay?'
export const haveAccount = 'Already have an account?'
export const password = 'Password'
export const showPassword = 'Show password'
export const hidePassword = 'Hide password'
export const licencePhoto = "Driver's licence photo"
export const licencePrivacy = 'Only admins see it. It is deleted with your account.'
export const fieldMissing = {
  date_of_birth: 'Enter your date of birth',
  email: 'Enter your email',
  name: 'Enter your full name',
  password: 'Enter your password',
  phone: 'Enter your phone number',
  property_id: chooseProperty
} as const
export const photoMissing = 'Add a photo of your licence'

export const signUpIncomplete = 'Please fill all fields and upload license photo'
export const tooYoung = `You must be at least ${MIN_AGE_YEARS} years old to sign up`
export const signInIncomplete = 'Please enter email and password'

export const passwordRequirement: Record<PasswordRequirement, string> = {
  length: `At least ${PASSWORD_MIN_LENGTH} characters`,
  lowercase: 'One lowercase letter',
  number: 'One number',
  special: 'One special character',
  uppercase: 'One uppercase letter'
}

/** Lists the missing requirements in a fixed order. */
export function passwordMustContain(missing: readonly PasswordRequirement[]): string {
  const wordings = PASSWORD_REQUIREMENTS.filter(one => missing.includes(one)).map(one => passwordRequirement[one])
  return `Password must contain: ${wordings.join(', ')}`
}

/** Read by screen readers after a requirement that is met. */
export const requirementMetSuffix = '(met)'
export const accountCreated = 'Account created successfully!'
export const welcomeBack = 'Welcome back!'
export const loginFailed = 'Login failed'
export const signUpFailed = 'Signup failed'

// API responses.
export const wrongCredentials = 'Incorrect email or password'
export const emailTaken = 'An account with this email already exists'
export const unknownLicence = 'Please upload the license photo again'
export const passwordTooLong = 'Password is too long'
