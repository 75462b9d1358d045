// API responses about PINs to change.

export const pinChanged = 'PIN changed'
export const pinChangeOutdated = 'The PIN to set has changed. Check the updated list.'

/** 'A ride is in progress until 8:00 pm' */
export function scooterInUse(until: string): string {
  return `A ride is in progress until ${until}`
}
