import { MINUTE_MS } from '#domain/time/time-units.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { useNow } from '#islands/ui/hooks/use-now.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { savedOffline, savedUnreachable } from '#messages/my-bookings/my-bookings.ts'
import { timeOrDayText } from '#stores/my-bookings/booking-details.ts'
import { $outdated } from '#stores/my-bookings/saved-bookings.ts'

/** A full-width bar below the page header: how old the bookings are, and why. */
export function OutdatedBar() {
  const now = useNow(MINUTE_MS)
  const outdated = useStore($outdated)
  if (outdated === null || now === null) return <div role="status" />
  const outdatedText = outdated.isOffline ? savedOffline : savedUnreachable
  return (
    <div className="-mt-5 mb-5 bg-yellow-bg text-yellow-fg md:-mt-7 md:mb-7" data-says-offline="" role="status">
      <p className="wrapper numeric flex items-start gap-2.5 py-2.5 text-[.9375rem]/[1.45] font-[550]">
        <Icon name="no-signal" />
        {outdatedText(timeOrDayText(outdated.saved_at, now))}
      </p>
    </div>
  )
}
