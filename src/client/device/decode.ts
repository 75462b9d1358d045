import { orFallback } from '#domain/kit/or-fallback.ts'

/** Null if the text is not valid JSON. */
export function parseJson(text: string): unknown {
  return orFallback(() => JSON.parse(text) as unknown, null)
}

/** Empty if the text is not valid base64. */
export function decodeBase64(text: string): string {
  return orFallback(() => atob(text), '')
}
