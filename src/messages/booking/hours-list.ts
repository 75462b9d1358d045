/** '1, 3, 6 or 12 hours' */
export function hoursList(hours: readonly number[]): string {
  return `${hours.slice(0, -1).join(', ')} or ${hours.at(-1)} hours`
}
