import type { ComponentProps } from 'react'
import { lazyPart } from '#client/device/lazy-part.ts'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { HAS_RIDE_CHANGES } from '#domain/backend.ts'
import { isExtendable } from '#domain/bookings/extension.ts'
import { bookAgainPath } from '#domain/bookings/rides.ts'
import { dateText, dayOf, parseInstant } from '#domain/time/india-time.ts'
import { timeOrWeekdayText } from '#domain/time/time-texts.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { useFocusFallback } from '#islands/ui/hooks/use-focus.ts'
import { useRenderTime, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import { supportChatUrl, supportPhone } from '#stores/app/support.ts'
import { createLazyDialogs } from '#stores/kit/lazy-dialogs.ts'
import {
  $isDialogLoading,
  $openedDialog,
  type CardDialog,
  openDialog,
  provideDialogs
} from '#stores/my-bookings/booking-dialogs.ts'
import { scooterName, windowOf } from '#stores/my-bookings/booking-facts.ts'
import {
  $isSendingReturns,
  $pendingReturns,
  forgetPendingReturn
} from '#stores/my-bookings/manage-ride/pending-return.ts'
import { $outdated } from '#stores/my-bookings/saved-bookings.ts'

const dialogs = createLazyDialogs(lazyPart(() => import('./dialogs/all-dialogs.tsx')))
provideDialogs(dialogs.load)

export function LazyDialogs({ now }: { now: Date }) {
  const loaded = useStore(dialogs.$dialogs)
  return loaded && <loaded.AllDialogs now={now} />
}

interface DialogButtonProps extends Pick<ComponentProps<typeof Button>, 'children' | 'disabled' | 'isWide' | 'kind'> {
  booking: Booking
  dialog: CardDialog
}

export function DialogButton({ booking, children, dialog, ...button }: DialogButtonProps) {
  const isLoading = useStore($isDialogLoading)
  const opened = useStore($openedDialog)
  return (
    <Button
      {...button}
      isBusy={isLoading && opened?.dialog === dialog && opened.id === booking.id}
      onClick={() => void openDialog(dialog, booking)}
      isSmall
    >
      {children}
    </Button>
  )
}

export function ManageButton({ booking }: { booking: Booking }) {
  return (
    <DialogButton booking={booking} dialog="manage" kind="ghost">
      {HAS_RIDE_CHANGES ? myBookingsText.manageRide : myBookingsText.getHelp}
    </DialogButton>
  )
}

/** What the rider of a ride that runs or has just ended presses most. */
export function RideButtons({ booking }: { booking: Booking }) {
  const pending = useStore($pendingReturns).find(({ id }) => id === booking.id)
  const focusFallback = useFocusFallback<HTMLDivElement>()
  if (!HAS_RIDE_CHANGES) return null
  return (
    // The key: a button that goes with the change leaves the focus to the page.
    <div key={String(pending === undefined)} ref={focusFallback}>
      {pending ? <WaitingReturn {...pending} /> : <ReturnAndExtend booking={booking} />}
    </div>
  )
}

function ReturnAndExtend({ booking }: { booking: Booking }) {
  const isOffline = useStore($outdated)?.isOffline
  const now = useRenderTime()
  return (
    <div className="auto-columns gap-2">
      <DialogButton booking={booking} dialog="return" isWide>
        {rideCardText.returnAction}
      </DialogButton>
      {isExtendable(windowOf(booking).end, now) && (
        <DialogButton
          booking={booking}
          dialog="extend"
          disabled={isOffline || Boolean(booking.extension)}
          kind="secondary"
          isWide
        >
          {rideCardText.extend}
        </DialogButton>
      )}
    </div>
  )
}

/** A return that was pressed without a network. */
function WaitingReturn({ id, pressed_at }: { id: string; pressed_at: string }) {
  const isSending = useStore($isSendingReturns)
  const now = useRenderTime()
  return (
    <div className="grid gap-1 rounded-control bg-yellow-bg px-3.5 pt-2.5 pb-1 text-[.9375rem]/[1.4] text-yellow-fg">
      <p className="numeric font-semibold">
        {rideCardText.returnKept(timeOrWeekdayText(parseInstant(pressed_at), now))}
      </p>
      <div className="-ms-3">
        <Button disabled={isSending} kind="ghost" onClick={() => forgetPendingReturn(id)} isSmall>
          {rideCardText.keepRiding}
        </Button>
      </div>
    </div>
  )
}

/**
 * A link to a support chat, prefilled with the booking. Without a support number, there is no link. Offline, the link
 * is a phone call, which may still work.
 */
export function SupportLink({ booking, className, label }: { booking: Booking; className: string; label: string }) {
  const isOffline = useStore($outdated)?.isOffline
  const day = dateText(dayOf(parseInstant(booking.start_time)))
  const phone = supportPhone(booking.support_phone)
  const chat = supportChatUrl(myBookingsText.bookingSupportRequest(scooterName(booking), day, booking.id), phone)
  if (!chat) return null
  if (isOffline) {
    return (
      <a className={`numeric ${className}`} href={`tel:+${phone}`}>
        <Icon name="phone" size="s" />
        {myBookingsText.callSupport(phone)}
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

export function BookAgain({ booking, now }: { booking: Booking; now: Date }) {
  const id = booking.scooter?.id
  if (!id) return null
  return (
    <a
      aria-label={myBookingsText.bookScooterAgain(scooterName(booking))}
      className="link shrink-0 text-[.9375rem]"
      href={bookAgainPath(id, windowOf(booking), now)}
    >
      {myBookingsText.bookAgain}
    </a>
  )
}
