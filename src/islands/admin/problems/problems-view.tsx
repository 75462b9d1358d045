import type { Problem } from '#contract/problems/problems.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import { timeOrDateText } from '#domain/time/time-texts.ts'
import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { LoadedDialogs, useLazy, useOpen } from '#islands/admin/lazy-dialogs.tsx'
import { RowButton, scooterColumn } from '#islands/admin/list/cells.tsx'
import { type Column, ListHeading, ListPanel } from '#islands/admin/list/list-panel.tsx'
import { ListToolbar, usePropertyFilter } from '#islands/admin/list/list-toolbar.tsx'
import { useMay } from '#islands/admin/shell.tsx'
import { ActionButton, ProblemButtons, staffDialogs } from '#islands/admin/staff/staff-actions.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as adminProblemsText from '#messages/admin/admin-problems.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as problemsText from '#messages/problems.ts'
import { problems } from '#stores/admin/catalogue/scooter-lists.ts'
import { $savingStatusIds, setScooterStatus } from '#stores/admin/catalogue/scooter-status.ts'
import { relativeRideText, relativeTimeText } from '#stores/admin/relative-times.ts'
import { $withoutNetwork } from '#stores/admin/staff/presses.ts'

/** What the rider has said, and what the staff know. */
export function ProblemText({ row: { note, words } }: { row: Problem }) {
  return (
    <>
      {words && <span className="wrap-anywhere">{`“${words}”`}</span>}
      {note && <span className="wrap-anywhere">{note}</span>}
    </>
  )
}

/** What a problem has besides its decisions. */
export function MoreProblemButtons({ problem }: { problem: Problem }) {
  const isSaving = useStore($savingStatusIds).includes(problem.scooter_id)
  const withoutNetwork = useStore($withoutNetwork)
  const scooter = { id: problem.scooter_id, name: problem.scooter_name }
  return (
    <>
      {problem.state === 'open' && problem.scooter_status === 'Available' && (
        <RowButton
          disabled={withoutNetwork}
          isBusy={isSaving}
          kind="secondary"
          label={catalogueText.scooters.setMaintenance}
          onClick={() => void setScooterStatus(scooter, 'Maintenance')}
          row={scooter.name}
        />
      )}
      {problem.photo_id && (
        <ActionButton
          act={({ actions }) => actions.openPhoto(problem)}
          id={problem.id}
          kind="ghost"
          label={adminProblemsText.list.photo}
          row={scooter.name}
        />
      )}
    </>
  )
}

const COLUMNS: readonly Column<Problem>[] = [
  scooterColumn(adminProblemsText.list.scooter, catalogueText.scooters.unassigned),
  {
    cell: row => (
      <span className="text-lines">
        <span className="font-semibold">{problemsText.PROBLEM_NAMES[row.kind]}</span>
        <ProblemText row={row} />
      </span>
    ),
    heading: adminProblemsText.list.what
  },
  {
    cell: ({ blocked_from, blocked_until, rides_inside, state }, now) =>
      state === 'open' && blocked_from && blocked_until && parseInstant(blocked_until) > now ? (
        <span className="text-lines">
          <span className="numeric">
            <span className="caption stacked-only">{`${adminProblemsText.list.window} `}</span>
            {parseInstant(blocked_from) > now
              ? relativeRideText({ end_time: blocked_until, start_time: blocked_from }, now)
              : adminProblemsText.blockedUntil(timeOrDateText(parseInstant(blocked_until), now))}
          </span>
          {rides_inside > 0 && <span className="caption numeric">{adminProblemsText.ridesInside(rides_inside)}</span>}
        </span>
      ) : (
        <span className="max-md:sr-only">{listsText.noValue}</span>
      ),
    heading: adminProblemsText.list.window
  },
  {
    cell: ({ user_name, user_reports }) => (
      <span className="text-lines">
        <span>{user_name ?? adminProblemsText.list.byStaff}</span>
        {user_reports > 1 && <span className="caption numeric">{adminProblemsText.reportsCount(user_reports)}</span>}
      </span>
    ),
    heading: adminProblemsText.list.rider
  },
  {
    cell: ({ created_at }, now) => relativeTimeText(created_at, now),
    heading: adminProblemsText.list.since,
    isNamed: true
  }
]

export function ProblemsView() {
  const property = usePropertyFilter()
  const mayNote = useMay('manager')
  const open = useOpen(staffDialogs)
  const damage = open('damage', ({ actions }) => actions.openNoteDamage())
  const block = open('block', ({ actions }) => actions.openBlock())
  const isDamageLoading = useLazy(staffDialogs, ({ actions }) => actions.$isDamageLoading)
  const isBlockLoading = useLazy(staffDialogs, ({ actions }) => actions.$isLoading)
  return (
    <section className="list-section">
      <ListHeading description={adminProblemsText.list.description} title={dashboardText.views.problems} />
      <ListToolbar
        add={
          mayNote && (
            <Button {...block} isBusy={isBlockLoading || block.isBusy} isSmall>
              {adminProblemsText.blocking.action}
            </Button>
          )
        }
        filters={[
          {
            allLabel: adminProblemsText.list.open,
            label: adminProblemsText.list.state,
            name: 'state',
            options: [
              ['known', adminProblemsText.list.known],
              ['fixed', adminProblemsText.list.fixed]
            ]
          },
          property
        ]}
        list={problems}
        more={
          mayNote && (
            <Button {...damage} isBusy={isDamageLoading || damage.isBusy} isSmall kind="secondary">
              {adminProblemsText.list.noteDamage}
            </Button>
          )
        }
        sorts={{}}
      />
      <ListPanel
        actions={row => (
          <ProblemButtons problem={row}>
            <MoreProblemButtons problem={row} />
          </ProblemButtons>
        )}
        caption={dashboardText.views.problems}
        columns={COLUMNS}
        empty={{ icon: 'check-circle', text: adminProblemsText.list.emptyText, title: adminProblemsText.list.empty }}
        getId={({ id }) => id}
        kind="wide"
        list={problems}
      />
      <LoadedDialogs dialogs={staffDialogs} />
    </section>
  )
}

export const ProblemsPage = dashboardWith('problems', ProblemsView)
