/** URL prefix of our own public pictures. */
export const IMAGE_URL_PREFIX = '/api/images/'
const IMAGE_URL_PATTERN = /^\/api\/images\/([0-9a-f]{32})$/

/** Returns the id in the URL of one of our public pictures, else null. */
export const imageIdFromUrl = (url: string | null): string | null => IMAGE_URL_PATTERN.exec(url ?? '')?.[1] ?? null
