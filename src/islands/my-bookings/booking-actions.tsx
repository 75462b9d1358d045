import { lazy, Suspense } from 'react'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { IS_BACKEND_EMBEDDED } from '#domain/backend.ts'
import { bookAgainPath } from '#domain/bookings/rides.ts'
import { dateText, dayOf, parseInstant } from '#domain/time/india-time.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import {
  bookAgain,
  bookingSupportRequest,
  bookScooterAgain,
  callSupport,
  getHelp,
  manageRide
} from '#messages/my-bookings/my-bookings.ts'
import { supportChatUrl, supportPhone } from '#stores/app/support.ts'
import { scooterName, windowOf } from '#stores/my-bookings/booking-details.ts'
import {
  $dialogBookingId,
  $isDialogLoaded,
  $isDialogLoading,
  openRideDialog
} from '#stores/my-bookings/booking-dialogs.ts'
import { $outdated } from '#stores/my-bookings/saved-bookings.ts'

export const loadBookingDialogs = () => import('./dialogs/all-dialogs.tsx')

const Dialogs = lazy(() => loadBookingDialogs().then(module => ({ default: module.AllDialogs })))

export function LazyDialogs({ now }: { now: Date }) {
  if (!useStore($isDialogLoaded)) return null
  return (
    <Suspense>
      <Dialogs now={now} />
    </Suspense>
  )
}

/** Opens the panel of a ride, or only the help. */
export function ManageButton({ booking }: { booking: Booking }) {
  const isLoading = useStore($isDialogLoading)
  const isRequested = useStore($dialogBookingId) === booking.id
  return (
    <Button
      isBusy={isLoading && isRequested}
      kind="ghost"
      onClick={() => void openRideDialog(booking, loadBookingDialogs)}
      isSmall
    >
      {IS_BACKEND_EMBEDDED ? manageRide : getHelp}
    </Button>
  )
}

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

/** A link to book the same ride again. */
export function BookAgain({ booking, now }: { booking: Booking; now: Date }) {
  const id = booking.scooter?.id
  if (!id) return null
  return (
    <a
      aria-label={bookScooterAgain(scooterName(booking))}
      className="link shrink-0 text-[.9375rem]"
      href={bookAgainPath(id, windowOf(booking), now)}
    >
      {bookAgain}
    </a>
  )
}
