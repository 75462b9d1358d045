import type { ActivityEntry } from '#contract/activity/activity.ts'
import { EmailText } from '#islands/admin/list/cells.tsx'
import { type Column, ListPanel } from '#islands/admin/list/list-panel.tsx'
import * as text from '#messages/admin/activity.ts'
import * as labels from '#messages/labels.ts'
import { activity } from '#stores/admin/overview/activity.ts'
import { relativeTimeText } from '#stores/admin/relative-times.ts'

const COLUMNS: readonly Column<ActivityEntry>[] = [
  {
    cell: ({ action }) => <span className="font-semibold">{text.actionText(action)}</span>,
    heading: text.actionHeading,
    layout: 'main'
  },
  {
    cell: ({ action, detail, subject_name }) => (
      <span className="grid wrap-anywhere">
        {subject_name}
        {detail && detail !== subject_name && <span className="caption">{text.detailText(action, detail)}</span>}
      </span>
    ),
    heading: text.subjectHeading
  },
  {
    cell: ({ admin_email }) => (
      <span className="muted">
        <EmailText email={admin_email} />
      </span>
    ),
    heading: text.adminHeading
  },
  {
    cell: ({ created_at }, now) => <span className="numeric">{relativeTimeText(created_at, now)}</span>,
    heading: text.timeHeading,
    sort: 'created_at'
  }
]

/** The log of admin actions, newest first. */
export function ActivityView() {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div>
        <h2>{labels.activityLog}</h2>
        <p className="caption">{text.description}</p>
      </div>
      <ListPanel
        caption={labels.activityLog}
        columns={COLUMNS}
        empty={{ icon: 'clock', text: text.emptyText, title: text.empty }}
        getId={({ id }) => id}
        list={activity}
      />
    </section>
  )
}
