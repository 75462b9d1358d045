import { ViewSwitch } from '#islands/admin/list/view-switch.tsx'
import { PaymentsView } from '#islands/admin/payments/payments-view.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { TELLS_PAYMENTS } from '#stores/admin/bookings/refund-lists.ts'
import { $view } from '#stores/admin/dashboard.ts'
import { AllBookingsView } from './all-bookings-view.tsx'

export function BookingsTab() {
  const view = useStore($view)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {TELLS_PAYMENTS && <ViewSwitch />}
      {view === 'payments' ? <PaymentsView /> : <AllBookingsView />}
    </div>
  )
}
