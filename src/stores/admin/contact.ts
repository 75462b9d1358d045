import { internationalPhone } from '#domain/riders/contact.ts'
import { whatsAppUrl } from '#domain/routes.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import { rangeText } from '#domain/time/time-texts.ts'
import { chatText } from '#messages/admin/today.ts'

interface RideOfRider {
  end_time: string
  scooter_name: string
  start_time: string
  user_name: string
  user_phone: string | null
}

/** How to reach the rider of a ride; null without a number. */
export function contactOf(ride: RideOfRider, property: string, now: Date) {
  const { user_phone: phone } = ride
  if (!phone) return null
  const number = internationalPhone(phone)
  const when = rangeText(parseInstant(ride.start_time), parseInstant(ride.end_time), now)
  const words = chatText(ride.user_name, { property, scooter: ride.scooter_name, when })
  return {
    // Null where the number may not be complete.
    chatUrl: number && whatsAppUrl(number.slice(1), words),
    phone,
    phoneUrl: `tel:${number ?? phone.replace(/[^\d+]/g, '')}`
  }
}
