import type { ReactNode } from 'react'
import type { PinChange } from '#contract/catalogue/admin-scooters.ts'
import type { Problem } from '#contract/problems/problems.ts'
import { MoreProblemButtons, ProblemText } from '#islands/admin/problems/problems-view.tsx'
import { OldAndNewPin } from '#islands/admin/staff/staff-actions.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-store.tsx'
import * as commonText from '#messages/common.ts'
import * as problemsText from '#messages/problems.ts'
import { relativeTimeText } from '#stores/admin/relative-times.ts'
import { ChangedButton, ProblemButtons } from './staff-actions.tsx'

// What is to do, as a caretaker reads it beside the scooters.

interface SectionProps<Row> {
  children: (row: Row) => ReactNode
  rows: readonly Row[]
  title: string
}

/** Nothing without rows. */
export function Section<Row>({ children, rows, title }: SectionProps<Row>) {
  if (rows.length === 0) return null
  return (
    <section className="card">
      <h3 className="px-4 pt-4 pb-1 md:px-5">{title}</h3>
      <ul className="divide-y divide-line">{rows.map(children)}</ul>
    </section>
  )
}

interface LineProps {
  action?: ReactNode
  children?: ReactNode
  title: string
}

export function Line({ action, children, title }: LineProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 md:px-5">
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5 wrap-anywhere">
        <p className="numeric font-semibold">{title}</p>
        {children}
      </div>
      {action}
    </li>
  )
}

/** `children`: where it is. */
export function ProblemLine({ children, problem }: { children?: ReactNode; problem: Problem }) {
  const now = useRenderTime()
  return (
    <Line
      action={
        <ProblemButtons problem={problem}>
          <MoreProblemButtons problem={problem} />
        </ProblemButtons>
      }
      title={commonText.joinFacts(problem.scooter_name, problemsText.PROBLEM_NAMES[problem.kind])}
    >
      {children}
      <p className="grid">
        <ProblemText row={problem} />
      </p>
      <p className="caption numeric">
        {commonText.joinFacts(problem.user_name, relativeTimeText(problem.created_at, now))}
      </p>
    </Line>
  )
}

/** `children`: where the lock is. */
export function PinLine({ change, children }: { change: PinChange; children?: ReactNode }) {
  return (
    <Line action={<ChangedButton change={change} />} title={change.scooter_name}>
      {children}
      <p>
        <OldAndNewPin {...change} />
      </p>
    </Line>
  )
}
