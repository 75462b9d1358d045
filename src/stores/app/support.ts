import { atom } from 'nanostores'
import { SUPPORT_PHONE } from '#client/http/config.ts'

/** Name of the scooter that the page is about, so that support knows which one is meant; null on other pages. */
export const $supportScooter = atom<string | null>(null)

/** Support's phone number, for a rider who can call but has no network; null if none is configured. */
export const supportPhone = SUPPORT_PHONE === '' ? null : SUPPORT_PHONE

/** URL of a support chat with a prefilled message; null if no number is configured. */
export function supportChatUrl(message: string): string | null {
  return SUPPORT_PHONE === '' ? null : `https://wa.me/${SUPPORT_PHONE}?text=${encodeURIComponent(message)}`
}
