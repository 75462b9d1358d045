// API responses about PINs to change.

export const pinChanged = 'PIN changed'
export const pinChangeOutdated = 'This PIN is no longer the one to set. The list has been updated, please check it.'

/** 'Somebody rides it until 8:00 pm' */
export function scooterInUse(until: string): string {
  return `Somebody rides it until ${until}`
}
