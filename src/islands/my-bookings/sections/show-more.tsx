import { Button } from '#islands/ui/controls/button.tsx'
import { useFocusFallback } from '#islands/ui/hooks/use-focus-fallback.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/my-bookings/my-bookings.ts'
import type { BookingSections } from '#stores/my-bookings/booking-sections.ts'
import { $isLoadingMore, showMore } from '#stores/my-bookings/my-bookings.ts'
import { $outdated } from '#stores/my-bookings/saved-bookings.ts'

/** The button below a section that has more bookings than are shown. */
export function ShowMore({ section }: { section: keyof BookingSections }) {
  const isLoading = useStore($isLoadingMore)
  const isOffline = useStore($outdated)?.isOffline
  const focusFallback = useFocusFallback<HTMLDivElement>()
  return (
    <div className="grid justify-items-center" ref={focusFallback}>
      <Button isBusy={isLoading} disabled={isOffline} kind="secondary" onClick={() => void showMore(section)} isSmall>
        {text.showMore}
      </Button>
    </div>
  )
}
