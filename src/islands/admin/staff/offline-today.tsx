import { timeOrWeekdayText } from '#domain/time/time-texts.ts'
import { OutdatedBar } from '#islands/ui/feedback/states.tsx'
import { useFocusRestore } from '#islands/ui/hooks/use-layout.ts'
import { Island, useRenderTime, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import { $savedAt } from '#stores/admin/staff/offline-today.ts'
import { TodayView } from './today-view.tsx'

/** Today as this device has saved it, until the site answers. */
export function OfflineToday() {
  return (
    <Island>
      <SavedDay />
    </Island>
  )
}

function SavedDay() {
  const savedAt = useStore($savedAt)
  const now = useRenderTime()
  const panel = useFocusRestore<HTMLDivElement>()
  return (
    <>
      <OutdatedBar>
        {savedAt ? myBookingsText.savedOffline(timeOrWeekdayText(savedAt, now)) : myBookingsText.offlineNow}
      </OutdatedBar>
      <div className="wrapper max-w-[1360px] grid gap-5 outline-none" ref={panel} tabIndex={-1}>
        <h1>{dashboardText.title}</h1>
        <TodayView />
      </div>
    </>
  )
}
