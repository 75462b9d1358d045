import { type Screen, viewsOf } from '#domain/admin/screens.ts'
import { useScrolledIntoView } from '#islands/ui/hooks/use-layout.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/admin/dashboard.ts'
import * as lists from '#messages/admin/lists.ts'
import * as disputes from '#messages/admin/payments/disputes.ts'
import * as refunds from '#messages/admin/payments/refunds.ts'
import { $screen, $tab, openScreen } from '#stores/admin/dashboard.ts'
import {
  $licenceCount,
  $papersCount,
  $pinChangeCount,
  $problemCount,
  $refundReviewCount,
  $unansweredDisputes
} from '#stores/admin/dashboard-lists.ts'
import { NO_ROWS } from '#stores/admin/list/create-list.ts'
import { $access } from '#stores/session/me.ts'

interface CountProps {
  count: number
  hasMore: boolean
  /** What is counted, for screen readers. */
  words: string
}

function Count({ count, hasMore, words }: CountProps) {
  if (count === 0) return null
  return (
    <>
      <span aria-hidden="true" className="badge numeric h-6 bg-red-bg px-2 text-red-fg">
        {lists.countText(count, hasMore)}
      </span>
      <span className="sr-only">{words}</span>
    </>
  )
}

function PaymentsToDecide() {
  const [disputed, reviews] = [useStore($unansweredDisputes) ?? NO_ROWS, useStore($refundReviewCount) ?? NO_ROWS]
  const parts = [
    disputed.count > 0 && disputes.unansweredText(disputed.count, disputed.hasMore),
    reviews.count > 0 && refunds.reviewsWaiting(reviews.count, reviews.hasMore)
  ]
  return (
    <Count
      count={disputed.count + reviews.count}
      hasMore={disputed.hasMore || reviews.hasMore}
      words={lists.countedParts(parts.filter(part => part !== false))}
    />
  )
}

type RowCount = typeof $problemCount

function RowsToDo({ $count }: { $count: RowCount }) {
  const { count, hasMore } = useStore($count) ?? NO_ROWS
  return <Count count={count} hasMore={hasMore} words={lists.countedParts([lists.countText(count, hasMore)])} />
}

const COUNTS: { [Name in Screen]?: RowCount } = {
  licences: $licenceCount,
  papers: $papersCount,
  pins: $pinChangeCount,
  problems: $problemCount
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
      {views.map(screen => {
        const $count = COUNTS[screen]
        return (
          <button aria-pressed={screen === current} key={screen} onClick={() => openScreen(screen)} type="button">
            {text.views[screen]}
            {$count && <RowsToDo $count={$count} />}
            {screen === 'payments' && <PaymentsToDecide />}
          </button>
        )
      })}
    </div>
  )
}
