import {
  LICENCE_FORM_MAX_BYTES,
  LICENCE_UPLOAD_MAX_BYTES,
  MIN_AGE_YEARS,
  PASSWORD_MIN_LENGTH
} from '#domain/constants.ts'
import { PASSWORD_REQUIREMENTS, type PasswordRequirement } from '#domain/password.ts'

const MIB = 1024 * 1024
const FORM_MAX = `${LICENCE_FORM_MAX_BYTES / MIB}MB`
const UPLOAD_MAX = `${LICENCE_UPLOAD_MAX_BYTES / MIB}MB`

export const signIn = 'Sign In'
export const signInLead = 'Book a ride, or see your PIN.'
export const signingIn = 'Signing In...'
export const createAccount = 'Create Account'
export const createAccountLead = 'Rent the scooters at your property by the hour.'
export const creatingAccount = 'Creating Account...'
export const newHere = 'New to ScootStay?'
export const haveAccount = 'Already have an account?'

export const fullName = 'Full Name'
export const email = 'Email'
export const emailPlaceholder = 'you@example.in'
export const phoneNumber = 'Phone Number'
/** Hints for implausible values, which can be submitted anyway. */
export const checkPhone = 'Check the number: we call you on it'
export const checkEmail = 'Check the email: you sign in with it'
export const dateOfBirth = 'Date of Birth'
export const property = 'Property'
export const chooseProperty = 'Choose your property'
export const password = 'Password'
export const showPassword = 'Show password'
export const hidePassword = 'Hide password'
export const licencePhoto = "Driver's licence photo"
export const takeOrChoosePhoto = 'Take or choose a photo'
export const takePhoto = 'Take a photo'
export const removePhoto = 'Remove photo'
export const noPreview = 'No preview. The file is uploaded unchanged.'
export const photoHint = 'JPG or PNG, up to 5 MB. Larger photos are shrunk on your phone.'
export const replacePhoto = 'Replace'
export const fieldMissing = {
  date_of_birth: 'Enter your date of birth',
  email: 'Enter your email',
  name: 'Enter your full name',
  password: 'Enter your password',
  phone: 'Enter your phone number',
  property_id: 'Choose your property'
} as const
export const photoMissing = 'Add a photo of your licence'
export const propertiesMissing = 'Failed to load the properties.'

/** '2.4 MB' */
export function photoSize(bytes: number): string {
  return bytes < MIB / 10 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / MIB).toFixed(1)} MB`
}

export function photoUploaded(percent: number): string {
  return `${percent} % uploaded`
}

export function propertyOption({ location, name }: { location?: string | undefined; name: string }): string {
  return location ? `${name} - ${location}` : name
}

export const signUpIncomplete = 'Please fill all fields and upload license photo'
export const tooYoung = `You must be at least ${MIN_AGE_YEARS} years old to sign up`
export const signInIncomplete = 'Please enter email and password'
export const photoTooLargeForForm = `File size must be less than ${FORM_MAX}`
export const photoNotImage = 'Please select an image file'
export const uploadTooLarge = `File size must be less than ${UPLOAD_MAX}`
export const uploadNotImage = 'Only image files are allowed'

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

export const uploadingPhoto = 'Uploading license photo...'
export const accountCreated = 'Account created successfully!'
export const welcomeBack = 'Welcome back!'
export const loginFailed = 'Login failed'
export const signUpFailed = 'Signup failed'
export const uploadFailedPrefix = 'Upload failed'
export const storageUnavailable = 'File storage is not configured. Please use an alternative upload method.'
export const storageFull = 'The file storage is full'
export const storageTimedOut = 'The file storage did not respond'
export const storageRefused = 'The file storage rejected the photo'
export const networkUnreachable = 'The network did not respond'

export function uploadFailed(reason: string): string {
  return `${uploadFailedPrefix}: ${reason}`
}

export function licenceUploadFailed(reason: string): string {
  return `License photo upload failed: ${reason}`
}

// API responses.
export const wrongCredentials = 'Incorrect email or password'
export const emailTaken = 'An account with this email already exists'
export const unknownLicence = 'Please upload the license photo again'
export const passwordTooLong = 'Password is too long'
