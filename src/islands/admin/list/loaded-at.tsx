import { timeText } from '#domain/time/india-time.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as listsText from '#messages/admin/lists.ts'
import type { Store } from '#stores/kit/ssr-values.ts'

/** Says that rows could not be loaded again. The store has the time at which they were loaded; null: they are fresh. */
export function LoadedAt({ of }: { of: Store<Date | null> }) {
  const time = useStore(of)
  return (
    <p className="caption numeric" role="status">
      {time && listsText.lastUpdated(timeText(time))}
    </p>
  )
}
