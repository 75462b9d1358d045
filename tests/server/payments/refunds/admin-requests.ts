import { sql } from '#tests/helpers/servers/app.ts'

// What admins do with payments and refunds.

export const cancelling = ({ id }: { id: string }, amount: number) => ({ body: { amount }, params: { id } })

export const activityOf = (subject: string) =>
  sql('SELECT admin_id, action, detail FROM audits WHERE subject = ? ORDER BY created_at', subject)
