import type { Booking } from '#contract/bookings/my-bookings.ts'
import { dateText, dayOf, parseInstant } from '#domain/time.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { bookingSupportRequest, callSupport, getHelp } from '#messages/my-bookings.ts'
import { supportChatUrl, supportPhone } from '#stores/app/support.ts'
import { scooterName } from '#stores/my-bookings/booking-details.ts'
import { $outdated } from '#stores/my-bookings/saved-bookings.ts'

/**
 * A link to a support chat, prefilled with the booking. Without a support number, there is no link. Offline, the link
 * is a phone call, which may still work.
 */
export function BookingHelp({ booking }: { booking: Booking }) {
  const isOffline = useStore($outdated)?.isOffline
  const day = dateText(dayOf(parseInstant(booking.start_time)))
  const chat = supportChatUrl(bookingSupportRequest(scooterName(booking), day, booking.id))
  if (chat === null) return null
  if (isOffline && supportPhone) {
    return (
      <a className="btn btn-ghost btn-small numeric -my-2 justify-self-center" href={`tel:+${supportPhone}`}>
        <Icon name="phone" size="s" />
        {callSupport(supportPhone)}
      </a>
    )
  }
  return (
    <a className="btn btn-ghost btn-small -my-2 justify-self-center" href={chat} rel="noopener" target="_blank">
      <Icon name="chat" size="s" />
      {getHelp}
    </a>
  )
}
