import type { Booking } from '#contract/bookings/my-bookings.ts'
import { dateText, dayOf, parseInstant } from '#domain/time/india-time.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { bookingSupportRequest, callSupport } from '#messages/my-bookings/my-bookings.ts'
import { supportChatUrl, supportPhone } from '#stores/app/support.ts'
import { scooterName } from '#stores/my-bookings/booking-details.ts'
import { $outdated } from '#stores/my-bookings/saved-bookings.ts'

interface SupportLinkProps {
  booking: Booking
  className: string
  label: string
}

/**
 * A link to a support chat, prefilled with the booking. Without a support number, there is no link. Offline, the link
 * is a phone call, which may still work.
 */
export function SupportLink({ booking, className, label }: SupportLinkProps) {
  const isOffline = useStore($outdated)?.isOffline
  const day = dateText(dayOf(parseInstant(booking.start_time)))
  const phone = supportPhone(booking.support_phone)
  const chat = supportChatUrl(bookingSupportRequest(scooterName(booking), day, booking.id), phone)
  if (!chat) return null
  if (isOffline) {
    return (
      <a className={`numeric ${className}`} href={`tel:+${phone}`}>
        <Icon name="phone" size="s" />
        {callSupport(phone)}
      </a>
    )
  }
  return (
    <a className={className} href={chat} rel="noopener" target="_blank">
      <Icon name="chat" size="s" />
      {label}
    </a>
  )
}
