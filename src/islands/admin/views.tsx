import { type ListName, type Screen, toDoOf, viewsOf } from '#domain/admin/screens.ts'
import { sumBy } from '#domain/kit/numbers.ts'
import { useScrolledIntoView } from '#islands/ui/hooks/use-layout.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/admin/dashboard.ts'
import * as lists from '#messages/admin/lists.ts'
import { $screen, $tab, openScreen } from '#stores/admin/dashboard.ts'
import { $counts, NO_ROWS } from '#stores/admin/dashboard-lists.ts'
import { $access } from '#stores/session/me.ts'

/** What is counted, where a screen counts several lists. */
const WORDS: { [Name in ListName]?: typeof lists.countText } = {
  openDisputes: text.unansweredText,
  refundReviews: text.reviewsWaiting
}

/** How many rows of a screen wait for somebody. */
function ToDo({ screen }: { screen: Screen }) {
  const counts = useStore($counts)
  const parts = toDoOf(screen).map(name => ({ name, ...(counts[name] ?? NO_ROWS) }))
  const count = sumBy(parts, part => part.count)
  if (count === 0) return null
  const words = parts
    .filter(part => part.count > 0)
    .map(part => (WORDS[part.name] ?? lists.countText)(part.count, part.hasMore))
  return (
    <>
      <span aria-hidden="true" className="badge numeric h-6 bg-red-bg px-2 text-red-fg">
        {lists.countText(
          count,
          parts.some(({ hasMore }) => hasMore)
        )}
      </span>
      <span className="sr-only">{lists.countedParts(words)}</span>
    </>
  )
}

/** Switches between the views of the open tab, if there are several. Each has its own URL. */
export function Views() {
  const current = useStore($screen)
  const access = useStore($access)
  const tab = useStore($tab)
  const views = access ? viewsOf(tab, access) : []
  const row = useScrolledIntoView<HTMLDivElement>('[aria-pressed="true"]', current)
  if (views.length < 2) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would stand above the buttons
    <div aria-label={text.viewsOfTab} className="views" ref={row} role="group">
      {views.map(screen => (
        <button aria-pressed={screen === current} key={screen} onClick={() => openScreen(screen)} type="button">
          {text.views[screen]}
          <ToDo screen={screen} />
        </button>
      ))}
    </div>
  )
}
