import type { DocsOf } from '#contract/kit/endpoint-docs.ts'
import { activityEntry } from './activity.ts'

export const components = { ActivityEntry: activityEntry }

export const docs: DocsOf<'activity'> = {
  listActivity: {
    response: [
      {
        action: 'update_scooter',
        admin_email: 'admin@demo.test',
        created_at: '2026-06-15T12:45:00.000Z',
        detail: 'status',
        id: '41',
        subject: 'ather-450x-a1',
        subject_name: 'Ather 450X · A1'
      }
    ],
    summary: 'List the changes made by admins',
    tag: 'admin'
  }
}
