// Home for a chosen time, and another scooter where a time is taken.

export const loading = 'Loading the times...'
export const loadFailed = 'Failed to load the times'
export const noneFree = 'No scooter is free then.'
/** '10:00 am – 1:00 pm' */
export const freeFor = (range: string) => `Free ${range}`
export const freeFrom = (time: string) => `Free from ${time}`
export const notFreeWithinDay = 'Not free within 24 hours'
export const freeThen = (scooter: string) => `${scooter} is free then.`
export const take = (scooter: string) => `Take ${scooter}`
