import { deviceStorageItem } from '#client/device/browser.ts'

/** The profile of the last visit, with its account (stores/profile/profile.ts). It is removed together with the token. */
export const cachedProfileItem = deviceStorageItem('knownProfile')
