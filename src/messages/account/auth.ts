import { BRAND_NAME } from '#domain/brand/brand.ts'
import { MIN_AGE_YEARS } from '#domain/constants.ts'

export const signIn = 'Sign In'
export const signInLead = 'Book a ride, or see your PIN.'
export const signingIn = 'Signing In...'
export const createAccount = 'Create Account'
export const createAccountLead = 'Rent scooters at your property by the hour.'
export const creatingAccount = 'Creating Account...'
export const newHere = `New to ${BRAND_NAME}?`
export const haveAccount = 'Already have an account?'
export const licencePhoto = "Driver's licence photo"
export const licencePrivacy = 'Only admins can see it. It is deleted with your account.'
export const photoMissing = 'Add a photo of your licence'

export const signUpIncomplete = 'Please fill all fields and upload license photo'
export const tooYoung = `You must be at least ${MIN_AGE_YEARS} years old to sign up`
export const checkBirthYear = 'Check the year of your date of birth'
/** The browser keeps no session. */
export const siteDataRefused =
  "Your browser blocks cookies or site data, so you can't stay signed in. Allow both for this site in its settings, then try again."
export const signInIncomplete = 'Please enter email and password'

export const accountCreated = 'Account created successfully!'
export const welcomeBack = 'Welcome back!'
export const loginFailed = 'Login failed'
export const signUpFailed = 'Signup failed'

export const wrongCredentials = 'Incorrect email or password'
export const emailTaken = 'An account with this email already exists'
export const unknownLicence = 'Upload the licence photo again'

// Messages of the admin's sign-in and sign-out, apart from the dashboard's many messages.

export const adminSignInTitle = 'Admin Portal (Scooter Management System)'
export const adminEmail = 'Admin Email'
export const backToRiderLogin = 'Back to Rider Login'
export const adminWelcome = 'Welcome to the Admin Portal!'
/** Fixed by the specification (docs/specification.md). */
export const invalidCredentials = 'Invalid admin credentials'

export const portalName = 'Management Portal'
export const portalDashboard = 'Dashboard'
export const accountMenu = 'Account'
