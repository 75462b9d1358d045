// API responses about PINs to change.

export const pinChanged = 'PIN changed'
export const pinChangeOutdated = 'This PIN is no longer the one to set. The list has been updated, please check it.'

/** 'A ride is in progress until 8:00 pm' */
export function scooterInUse(until: string): string {
  return `A ride is in progress until ${until}`
}
