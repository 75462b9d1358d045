import type { StaffRide } from '#contract/bookings/admin-bookings.ts'
import { internationalPhone } from '#domain/riders/contact.ts'
import { whatsAppUrl } from '#domain/routes.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import { rangeText } from '#domain/time/time-texts.ts'
import * as todayText from '#messages/admin/today.ts'

export interface Contact {
  /** Null where the number may not be complete. */
  chatUrl: string | null
  phone: string
  phoneUrl: string
}

/** How to reach the rider of a ride; null without a number. */
export function contactOf(ride: StaffRide, property: string, now: Date): Contact | null {
  const when = rangeText(parseInstant(ride.start_time), parseInstant(ride.end_time), now)
  return contactBy(ride.user_phone, todayText.chatText(ride.user_name, property, { scooter: ride.scooter_name, when }))
}

/** How to reach somebody by phone, and by a chat that starts with these words; null without a number. */
export function contactBy(phone: string | null, words: string): Contact | null {
  if (!phone) return null
  const number = internationalPhone(phone)
  return {
    chatUrl: number && whatsAppUrl(number.slice(1), words),
    phone,
    phoneUrl: `tel:${number ?? phone.replace(/[^\d+]/g, '')}`
  }
}
