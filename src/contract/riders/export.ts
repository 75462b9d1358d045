import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'

/** What is kept about a rider, for people to read. Times are ISO, amounts are in rupees. */
const ownData = v.object({
  about: v.string(),
  made_at: v.string(),
  operator: v.string(),
  /** By their names in server/riders/export.ts. */
  sections: v.record(v.string(), v.unknown())
})

export const exportOwnData = defineEndpoint('GET /profile/export', { access: 'rider', output: ownData })

/** The same file, for a letter. Every one is in the activity log. */
export const exportRider = defineEndpoint('GET /admin/users/{id}/export', {
  staff: { lowest: 'owner' },
  output: ownData
})

export const docs = {
  exportOwnData: {
    refusals: ['account_not_found', 'too_many_requests'],
    summary: 'Download what is kept about the rider'
  },
  exportRider: { refusals: ['user_not_found'], summary: 'Download what is kept about a rider' }
} satisfies Docs
