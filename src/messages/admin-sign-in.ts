// What an admin reads on the way into the portal and out of it, apart from the dashboard's many words.

export const signInTitle = 'Admin Portal (Scooter Management System)'
export const adminEmail = 'Admin Email'
export const backToUserLogin = 'Back to User Login'
export const welcome = 'Welcome to the Admin Portal!'
export const invalidCredentials = 'Invalid admin credentials'
export const ok = 'OK'

export const portal = 'Management Portal'
export const dashboard = 'Dashboard'
export const account = 'Account'
export const logout = 'Logout'
export const loggedOut = 'Admin logged out successfully'
