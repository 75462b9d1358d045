// What the system's install dialog says about the screenshots.

export const bookingScreenshot = 'A day, a time and a plan'
export const homeScreenshot = 'The scooters of your property, and which of them are free'
export const myBookingsScreenshot = 'Your rides, with the PIN of the scooter'
