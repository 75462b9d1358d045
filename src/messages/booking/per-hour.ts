// A file of its own, so that no screen loads the texts of another.

/** '₹80/hour' */
export function perHour(price: string): string {
  return `${price}/hour`
}
