import { atom } from 'nanostores'
import { SUPPORT_PHONE } from '#client/build-config.ts'
import type { Scooter } from '#contract/catalogue/catalogue.ts'
import { whatsAppUrl } from '#domain/routes.ts'

/** The scooter that a page is about, so that support knows which one is meant. */
export type SupportScooter = Pick<Scooter, 'name'> & Partial<Pick<Scooter, 'support_phone'>>

/** URL of the support chat about the scooter that the page has loaded; empty before, and on other pages. */
export const $supportChat = atom('')

/** Support's phone number in digits: the property's own, else the build's. Empty if there is none. */
export const supportPhone = (own?: string | null): string => own || SUPPORT_PHONE

/** URL of a support chat with a prefilled message; empty if there is no number. `own` is the property's number. */
export function supportChatUrl(message: string, own?: string | null): string {
  const phone = supportPhone(own)
  return phone && whatsAppUrl(phone, message)
}
