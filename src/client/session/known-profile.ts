import { deviceStorageItem } from '#client/device/browser.ts'

/** The cached profile of the last visit (see stores/profile/profile.ts). It is removed together with the token. */
export const cachedProfileItem = deviceStorageItem('knownProfile')
