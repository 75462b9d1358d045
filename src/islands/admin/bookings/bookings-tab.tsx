import { BookingsViewSwitch } from '#islands/admin/bookings/bookings-view-switch.tsx'
import { PaymentsView } from '#islands/admin/payments/payments-view.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { $screen } from '#stores/admin/dashboard.ts'
import { HAS_PAYMENTS } from '#stores/kit/backend-features.ts'
import { AllBookingsView } from './all-bookings-view.tsx'

export function BookingsTab() {
  const screen = useStore($screen)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {HAS_PAYMENTS && <BookingsViewSwitch />}
      {screen === 'payments' ? <PaymentsView /> : <AllBookingsView />}
    </div>
  )
}
