/** 'Ather 450X · A1 · Sat 13 Jun · ₹140': what is known, in one line. */
export function joinFacts(...parts: readonly (string | false | 0 | null | undefined)[]): string {
  return parts.filter(Boolean).join(' · ')
}
