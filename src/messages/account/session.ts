// The end of a session: sign-out and expiry.

export const loggedOut = 'Logged out successfully'
export const adminLoggedOut = 'Admin logged out successfully'
export const sessionEnded = 'Your session has ended. Please sign in again.'
