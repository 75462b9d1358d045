// Changing the password, and logging out on all devices.

export const sectionTitle = 'Password and sign-in'
export const menuTitle = 'Your account'
export const change = 'Change password'
export const changing = 'Changing...'
export const changed = 'Password changed. All other devices are logged out.'
/** No response arrived, so the result is unknown. */
export const changeFailed = "We couldn't confirm the change. If you get logged out, try your new password first."
export const currentPassword = 'Current password'
export const newPassword = 'New password'
export const otherDevicesHint = "You'll be logged out on all other devices."

export const logOutEverywhere = 'Log out on all devices'
export const logOutEverywhereQuestion = 'Log out on all devices?'
export const logOutEverywhereText = "You'll be logged out on all phones and computers, including this one."
export const logOut = 'Log out'
export const loggingOut = 'Logging out...'
export const loggedOutEverywhere = 'Logged out on all devices'
export const logOutEverywhereFailed = 'Failed to log out on all devices. Please try again.'
export const staySignedIn = 'Stay signed in'

// API responses; the form applies the same rules.
export const currentMissing = 'Enter your current password'
export const wrongCurrent = 'The current password is wrong'
export const samePassword = 'The new password must be different from the current one'
export const changedMeanwhile = 'The password was just changed on another device'
