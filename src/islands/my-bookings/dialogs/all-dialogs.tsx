import { PriceChangeDialog } from '#islands/payment/price-change-dialog.tsx'
import { CalendarDialog } from './calendar-dialog.tsx'
import { CancelBookingDialog } from './cancel-booking-dialog.tsx'
import { ExtendDialog } from './extend-dialog.tsx'
import { HelpDialog } from './help-dialog.tsx'
import { ManageDialog } from './manage-dialog.tsx'
import { ReturnRideDialog } from './return-ride-dialog.tsx'

export function AllDialogs({ now }: { now: Date }) {
  return (
    <>
      <ManageDialog now={now} />
      <CancelBookingDialog now={now} />
      <ExtendDialog now={now} />
      <ReturnRideDialog now={now} />
      <PriceChangeDialog />
      <HelpDialog now={now} />
      <CalendarDialog />
    </>
  )
}
