// The link to a new password, and the pages that request and use it.

export const forgotPassword = 'Forgot password?'
export const requestTitle = 'Forgot your password?'
export const requestLead = "We'll email you a link to choose a new one."
export const sendLink = 'Email me a link'
/** After the request, below the API's sentence. */
export const checkInbox = (email: string) => `Check the inbox and the spam folder of ${email}.`
export const useOtherEmail = 'Use another email'
export const backToSignIn = 'Back to sign in'

export const resetTitle = 'Choose a new password'
export const expiredTitle = 'This link no longer works'
export const resetLead = "You'll be logged out on all devices."
export const invitationTitle = 'Choose a password'
export const invitationLead = 'Then sign in with your email and this password.'
export const savePassword = 'Save password'
export const passwordSaved = 'Password saved. Please sign in.'
export const newLink = 'Get a new link'
export const resetFailed = 'Something went wrong. Please try again.'

export const linkSent = 'If this email has an account, a link is on its way.'
export const invitationExpired = 'This link has expired or was used. Ask an owner of the portal for a new one.'
export const linkExpired = 'This link has expired or was used. Get a new one.'
