// Changing the password, and logging out on all devices.

export const section = 'Password and sign-in'
export const account = 'Your account'
export const close = 'Close'
export const change = 'Change password'
export const changing = 'Changing...'
export const changed = 'Password changed. All other devices are logged out.'
/** No response arrived, so the result is unknown. */
export const changeFailed =
  'We got no response. Your password may have changed. If you are logged out, try the new one first.'
export const currentPassword = 'Current password'
export const newPassword = 'New password'
export const othersSignedOut = 'All other devices are logged out.'
export const cancel = 'Cancel'

export const signOutEverywhere = 'Log out everywhere'
export const signOutEverywhereQuestion = 'Log out on all devices?'
export const signOutEverywhereText = 'All phones and computers are logged out of this account, including this one.'
export const signOutEverywhereNow = 'Log out'
export const signingOut = 'Logging out...'
export const signedOutEverywhere = 'Logged out on all devices'
export const signOutEverywhereFailed = 'Failed to log out everywhere. Please try again.'
export const staySignedIn = 'Stay signed in'

// API responses; the form applies the same rules.
export const currentMissing = 'Please enter your current password'
export const wrongCurrent = 'The current password is wrong'
export const samePassword = 'Choose a password that differs from the current one'
export const changedMeanwhile = 'The password has just been changed on another device'
