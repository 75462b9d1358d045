import { deviceStorageItem } from '#client/device/storage.ts'

// Data saved on the device for its signed-in account. It is removed together with the token.

/** The profile of the last visit (stores/profile/profile.ts). */
export const cachedProfileItem = deviceStorageItem('knownProfile')
/** The upcoming rides, for use without a network (stores/my-bookings/saved-bookings.ts). */
export const savedBookingsItem = deviceStorageItem('savedBookings')
