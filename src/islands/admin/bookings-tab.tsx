import { useStore } from '#islands/ui/use-store.tsx'
import { $view } from '#stores/admin/dashboard.ts'
import { TELLS_PAYMENTS } from '#stores/admin/refund-lists.ts'
import { AllBookingsView } from './all-bookings-view.tsx'
import { PaymentsView } from './payments-view.tsx'
import { ViewSwitch } from './view-switch.tsx'

export function BookingsTab() {
  const view = useStore($view)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {TELLS_PAYMENTS && <ViewSwitch />}
      {view === 'payments' ? <PaymentsView /> : <AllBookingsView />}
    </div>
  )
}
