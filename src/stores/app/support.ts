import { atom } from 'nanostores'
import { SUPPORT_PHONE } from '#client/http/config.ts'

/** The scooter that the page is about, so that support knows which one is meant; null on every other page. */
export const $supportScooter = atom<string | null>(null)

/** Support's number, for a rider whose phone works and whose network does not; null where support has none. */
export const supportPhone = SUPPORT_PHONE === '' ? null : SUPPORT_PHONE

/** Where a chat with support begins with these words; null where support has no number. */
export function supportChatUrl(message: string): string | null {
  return SUPPORT_PHONE === '' ? null : `https://wa.me/${SUPPORT_PHONE}?text=${encodeURIComponent(message)}`
}
