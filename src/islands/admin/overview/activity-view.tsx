import type { ActivityEntry } from '#contract/activity/activity.ts'
import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { EmailText } from '#islands/admin/list/cells.tsx'
import { type Column, ListHeading, ListPanel } from '#islands/admin/list/list-panel.tsx'
import * as activityText from '#messages/admin/activity.ts'
import * as commonText from '#messages/common.ts'
import { activity } from '#stores/admin/overview/activity.ts'
import { relativeTimeText } from '#stores/admin/relative-times.ts'

const COLUMNS: readonly Column<ActivityEntry>[] = [
  {
    cell: ({ action }) => <span className="font-semibold">{activityText.actionText(action)}</span>,
    heading: activityText.actionHeading,
    layout: 'main'
  },
  {
    cell: ({ action, detail, subject_name }) => (
      <span className="grid wrap-anywhere">
        {subject_name}
        {detail && detail !== subject_name && (
          <span className="caption">{activityText.detailText(action, detail)}</span>
        )}
      </span>
    ),
    heading: activityText.subjectHeading
  },
  {
    cell: ({ admin_email }) => (
      <span className="muted">
        <EmailText email={admin_email} />
      </span>
    ),
    heading: activityText.adminHeading
  },
  {
    cell: ({ created_at }, now) => <span className="numeric">{relativeTimeText(created_at, now)}</span>,
    heading: activityText.timeHeading,
    sort: 'created_at'
  }
]

export function ActivityView() {
  return (
    <section className="list-section">
      <ListHeading description={activityText.listDescription} title={commonText.activityLog} />
      <ListPanel
        caption={commonText.activityLog}
        columns={COLUMNS}
        empty={{ icon: 'clock', text: activityText.noActivityText, title: activityText.noActivity }}
        getId={({ id }) => id}
        list={activity}
      />
    </section>
  )
}

export const ActivityPage = dashboardWith('activity', ActivityView)
