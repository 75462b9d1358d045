// What the system's install dialog says about the screenshots.

export const bookingScreenshot = 'Choose a day, a time and a plan'
export const homeScreenshot = 'See which scooters are free at your property'
export const myBookingsScreenshot = 'See your rides and their PINs'
