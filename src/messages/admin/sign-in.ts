// Messages of the admin's sign-in and sign-out, apart from the dashboard's many messages.

export const signInTitle = 'Admin Portal (Scooter Management System)'
export const adminEmail = 'Admin Email'
export const backToRiderLogin = 'Back to Rider Login'
export const welcome = 'Welcome to the Admin Portal!'
/** Fixed by the specification (docs/specification.md). */
export const invalidCredentials = 'Invalid admin credentials'

export const portal = 'Management Portal'
export const dashboard = 'Dashboard'
export const account = 'Account'
