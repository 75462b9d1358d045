import type { Booking } from '#contract/bookings.ts'
import { dateText, dayOf, instantFrom } from '#domain/time.ts'
import { Icon } from '#islands/ui/icon.tsx'
import { askAboutBooking, getHelp } from '#messages/my-bookings.ts'
import { scooterName } from '#stores/my-bookings.ts'
import { supportChat } from '#stores/support.ts'

/** A chat with support that begins with which booking is meant; without a number there is no link. */
export function BookingHelp({ booking }: { booking: Booking }) {
  const day = dateText(dayOf(instantFrom(booking.start_time)))
  const chat = supportChat(askAboutBooking(scooterName(booking), day, booking.id))
  if (chat === null) return null
  return (
    <a className="btn btn-quiet btn-small -my-2 justify-self-center" href={chat} rel="noopener" target="_blank">
      <Icon name="chat" size="s" />
      {getHelp}
    </a>
  )
}
