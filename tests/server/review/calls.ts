import type { ClientInput } from '#contract/kit/endpoint.ts'
import * as contract from '#contract/review/review.ts'
import { replaceLicence } from '#contract/riders/edit-profile.ts'
import { uploadLicence } from '#contract/uploads/uploads.ts'
import type { setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { setPropertyRules } from '#tests/helpers/data/property-rules.ts'
import { pictures } from '#tests/helpers/data/rows.ts'
import { callAs, dayAhead, sql } from '#tests/helpers/servers/app.ts'

type Admin = ReturnType<typeof setUpAdmin>
type Rider = Awaited<ReturnType<typeof signedInRider>>
type Reason = Extract<ClientInput<typeof contract.decideLicence>['body'], { decision: 'reject' }>['reason']

/** What the desk does, and what the riders of a test do. */
export function reviewCalls(admin: Admin) {
  const file = ({ id }: { id: string }) => admin.call(contract.getRiderFile, { params: { id } })
  const shown = async (rider: Rider) => (await file(rider)).revision
  return {
    file,
    approve: async (rider: Rider, { expires_on = dayAhead(900), refund = 0, revision = -1 } = {}) => {
      const body = {
        decision: 'approve' as const,
        expires_on,
        refund,
        revision: revision < 0 ? await shown(rider) : revision
      }
      return { body, params: { id: rider.id } } as const
    },
    reject: async (rider: Rider, reason: Reason, { refund = 0, revision = -1 } = {}) => {
      const body = {
        decision: 'reject' as const,
        reason,
        refund,
        revision: revision < 0 ? await shown(rider) : revision
      }
      return { body, params: { id: rider.id } } as const
    },
    suspend: ({ id }: Rider, refund = 0) =>
      ({ body: { is_suspended: true, reason: 'Rode without a helmet', refund }, params: { id } }) as const,
    lift: ({ id }: Rider) => admin.call(contract.setSuspension, { body: { is_suspended: false }, params: { id } }),
    /** The rule of the property. */
    needsReview: ({ property_id }: Rider, isNeeded = true) =>
      setPropertyRules(admin, property_id, { book_before_review: !isNeeded }),
    upload: async (rider: Rider) => {
      const { url } = await callAs(undefined, uploadLicence, { body: { email: rider.email, file: pictures.jpeg() } })
      return rider.call(replaceLicence, { body: { license_photo_url: url } })
    }
  }
}

/** A scooter that riders may have without a licence. */
export const needsNoLicence = (scooter_id: string) =>
  sql('UPDATE scooters SET needs_license = 0 WHERE id = ?', scooter_id)

export const messagesTo = (user_id: string) =>
  sql<{ kind: string }>(
    "SELECT kind FROM outbox WHERE user_id = ? AND admin_id IS NULL AND kind LIKE 'license%' OR user_id = ?1 AND kind IN ('suspended', 'restored', 'cancelled') ORDER BY rowid",
    user_id
  ).then(rows => rows.map(({ kind }) => kind))

export const logOf = (subject: string) =>
  sql<{ action: string; detail: string | null }>(
    'SELECT action, detail FROM audits WHERE subject = ? ORDER BY rowid',
    subject
  )
