import type { Booking } from '#contract/bookings/my-bookings.ts'
import { dateText, dayOf, instantFrom } from '#domain/time.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { askAboutBooking, callSupport, getHelp } from '#messages/my-bookings.ts'
import { supportChat, supportPhone } from '#stores/app/support.ts'
import { scooterName } from '#stores/my-bookings/my-bookings.ts'
import { $outdated } from '#stores/my-bookings/saved-bookings.ts'

/**
 * A chat with support that begins with which booking is meant; without a number there is no link. A phone without a
 * network may still call.
 */
export function BookingHelp({ booking }: { booking: Booking }) {
  const isOffline = useStore($outdated)?.is_offline
  const day = dateText(dayOf(instantFrom(booking.start_time)))
  const chat = supportChat(askAboutBooking(scooterName(booking), day, booking.id))
  if (chat === null) return null
  if (isOffline && supportPhone) {
    return (
      <a className="btn btn-quiet btn-small num -my-2 justify-self-center" href={`tel:+${supportPhone}`}>
        <Icon name="phone" size="s" />
        {callSupport(supportPhone)}
      </a>
    )
  }
  return (
    <a className="btn btn-quiet btn-small -my-2 justify-self-center" href={chat} rel="noopener" target="_blank">
      <Icon name="chat" size="s" />
      {getHelp}
    </a>
  )
}
