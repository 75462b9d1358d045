import { BRAND_NAME } from '#domain/brand/brand.ts'
import { KEPT_AFTER_RIDE_DAYS, PASSWORD_MIN_LENGTH } from '#domain/constants.ts'
import type { PasswordRequirement } from '#domain/riders/fields.ts'
import { type Day, plainDateText } from '#domain/time/india-time.ts'

// Changing the password, and logging out on all devices.

export const sectionTitle = 'Password and sign-in'
export const menuTitle = 'Your account'
export const changePassword = 'Change password'
export const changingPassword = 'Changing...'
export const passwordChanged = 'Password changed. All other devices are logged out.'
/** No response arrived, so the result is unknown. */
export const changeFailed = "We couldn't confirm the change. If you get logged out, try your new password first."
export const currentPassword = 'Current password'
export const newPassword = 'New password'
export const otherDevicesHint = "You'll be logged out on all other devices."

// The emails to an account of the portal.
export const notifications = 'Notifications'
export const dailyMail = 'Email at 7:00 with the day'
export const tellTrouble = 'Tell me at once about trouble'
export const showTrouble = 'Show trouble on this device'
export const installForTrouble = `To see trouble here, tap Share, then Add to Home Screen, and open ${BRAND_NAME} there`
export const showTroubleHint = 'Emails about it stop while a device takes them.'
/** API responses. */
export const troubleShown = 'Trouble is shown on this device.'
export const troubleNotShown = 'Trouble is no longer shown on this device.'
export const notificationsFailed = 'Failed to load your choices'
export const notificationsNotSaved = 'Failed to save your choice'
export const noMailService = 'No email service is set up, so nothing is sent.'

export const logOutEverywhere = 'Log out on all devices'
export const logOutEverywhereQuestion = 'Log out on all devices?'
export const logOutEverywhereText = "You'll be logged out on all phones and computers, including this one."
export const logOut = 'Log out'
export const loggingOut = 'Logging out...'
export const loggedOutEverywhere = 'Logged out on all devices'
export const logOutEverywhereFailed = 'Failed to log out on all devices. Please try again.'
export const staySignedIn = 'Stay signed in'

// What is kept about a rider, and the deletion of the account.
export const ownData = 'Your data'
export const downloadOwnData = 'Download my data'
export const preparing = 'Preparing...'
export const downloadFailed = 'Failed to prepare your data'
export const deleteAccount = 'Delete account'
export const deleteQuestion = 'Delete your account?'
export const deleteText =
  'We delete your name, email, phone, date of birth, licence and photos. Rides and payments stay without your name.'
export const signInKeeps = 'Signing in before keeps your account.'
export const deleteLater = `Fines can arrive late, so this happens ${KEPT_AFTER_RIDE_DAYS} days after your last ride; without a ride, within the hour. ${signInKeeps}`
export const deleting = 'Deleting...'
export const keepAccount = 'Keep account'
/** No response arrived, so the result is unknown. */
export const deleteFailed = "We couldn't confirm this. Please try again."
/** API responses. */
export const aboutOwnData = `What ${BRAND_NAME} keeps about you`
export const aboutNotes = 'Ask us for their text.'
export const ownRidesAhead = 'You have a ride that is not over. Cancel or return it first.'
export function leaves(day: Day | null, waitsForMoney: boolean): string {
  if (day === null)
    return waitsForMoney
      ? 'Your account will be deleted once all payments are settled.'
      : 'Your account is deleted within the hour.'
  const orLater = waitsForMoney ? ', or later, once all payments are settled' : ''
  return `Your account will be deleted on ${plainDateText(day)}${orLater}.`
}

// API responses; the form applies the same rules.
export const currentMissing = 'Enter your current password'
export const wrongCurrent = 'The current password is wrong'
export const samePassword = 'The new password must be different from the current one'
export const passwordChangedMeanwhile = 'The password was just changed on another device'

// The password field and the rules for a new password.

export const password = 'Password'
export const showPassword = 'Show password'
export const hidePassword = 'Hide password'

export const passwordRequirement: Record<PasswordRequirement, string> = {
  length: `At least ${PASSWORD_MIN_LENGTH} characters`,
  lowercase: 'One lowercase letter',
  number: 'One number',
  special: 'One special character',
  uppercase: 'One uppercase letter'
}

export const passwordMustContain = (missing: readonly PasswordRequirement[]) =>
  `Password must contain: ${missing.map(one => passwordRequirement[one]).join(', ')}`

/** Read by screen readers after a requirement that is met. */
export const requirementMetSuffix = '(met)'

export const passwordTooLong = 'Password is too long'

// Labels and hints of the account's fields, which sign-up and profile share.
export const fullName = 'Full Name'
export const email = 'Email'
export const emailPlaceholder = 'you@example.in'
export const phoneNumber = 'Phone Number'
/** Hints for implausible values, which can be submitted anyway. */
export const checkPhone = 'Check the number. We may call you on it.'
export const checkEmail = 'Check the email address. You need it to sign in.'
export const dateOfBirth = 'Date of Birth'
export const chooseProperty = 'Choose your property'
export const joinCode = 'Join code'
export const joinCodeHint = 'You get it from the staff.'
export const noProperties = 'No property takes part yet. Ask the people of your property.'
export const propertiesLoadFailed = 'Failed to load properties'
export const propertyOption = ({ location, name }: { location?: string | undefined; name: string }) =>
  location ? `${name} - ${location}` : name

// API responses about the join code.
export const joinCodeMissing = 'This property has a join code. You get it from the staff.'
export const joinCodeWrong = 'This join code is not right'

export const fieldMissing = {
  date_of_birth: 'Enter your date of birth',
  email: 'Enter your email',
  name: 'Enter your full name',
  password: 'Enter your password',
  phone: 'Enter your phone number',
  property_id: chooseProperty
} as const
