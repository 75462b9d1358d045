import { BRAND_NAME } from '#domain/brand/brand.ts'

// The support button and the text of its chat.

export const support = 'Support'
export const contactSupport = 'Contact support on WhatsApp'

/** The prefilled text of a support chat. */
export function supportRequest(scooter: string | null): string {
  return scooter ? `Hi ${BRAND_NAME}, I need help with the scooter ${scooter}.` : `Hi ${BRAND_NAME}, I need help.`
}
