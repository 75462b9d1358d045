export const scanToBook = 'Scan to book'
export const loadFailed = 'Failed to load the stickers'
export const codeOf = (scooter: string) => `Code of ${scooter}`

/** `host` is null until the page knows it. */
export const description = (host: string | null) =>
  `Each code leads riders to the booking page of its scooter${host ? ` at ${host}` : ''}. Print them on A4 at 100\u00a0%.`
