import { desc, eq } from 'drizzle-orm'
import * as contract from '#contract/riders/admin-riders.ts'
import { RIDER_MESSAGES_SHOWN } from '#domain/constants.ts'
import { db } from '#server/db/client.ts'
import { outbox } from '#server/db/schema/outbox.ts'
import { implement } from '#server/http/operation.ts'

/** The latest messages to a rider, for support: subject and state, without the text. */
export const listRiderMessages = implement(contract.listRiderMessages, async ({ params: { id } }) => {
  const rows = await db
    .select({
      channel: outbox.channel,
      created_at: outbox.created_at,
      error: outbox.error,
      id: outbox.id,
      kind: outbox.kind,
      sent_at: outbox.sent_at,
      state: outbox.state,
      subject: outbox.subject
    })
    .from(outbox)
    .where(eq(outbox.user_id, id))
    .orderBy(desc(outbox.created_at))
    .limit(RIDER_MESSAGES_SHOWN)
  return rows.map(({ created_at, sent_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    sent_at: sent_at?.toISOString() ?? null
  }))
})
