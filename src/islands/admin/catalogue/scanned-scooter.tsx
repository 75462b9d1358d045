import { LoadedDialogs } from '#islands/admin/lazy-dialogs.tsx'
import { ListLink } from '#islands/admin/shell.tsx'
import { PinLine, ProblemLine, Section } from '#islands/admin/staff/lines.tsx'
import { staffDialogs } from '#islands/admin/staff/staff-actions.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as adminProblemsText from '#messages/admin/admin-problems.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as todayText from '#messages/admin/today.ts'
import { $scannedToDo } from '#stores/admin/catalogue/scooter-lists.ts'

/** What is to do at the scooter whose code was scanned, below its row. */
export function ScannedScooter() {
  const { hasMore, pinChanges, problems } = useStore($scannedToDo)
  return (
    <div className="list-section">
      <Section rows={pinChanges} title={todayText.labels.pins}>
        {change => <PinLine change={change} key={change.scooter_id} />}
      </Section>
      <Section rows={problems} title={dashboardText.views.problems}>
        {row => <ProblemLine key={row.id} problem={row} />}
      </Section>
      {hasMore && (
        <ListLink className="link" query={{}} screen="problems">
          {adminProblemsText.list.more}
        </ListLink>
      )}
      <LoadedDialogs dialogs={staffDialogs} />
    </div>
  )
}
