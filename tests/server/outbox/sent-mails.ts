import { afterAll, beforeEach } from 'vitest'
import { emptyTables } from '#tests/helpers/data/stored-state.ts'
import { sql } from '#tests/helpers/servers/app.ts'
import { mailVariables, startResend } from '#tests/resend/server.ts'
import { setUpPaymentTests } from '#tests/server/payments/sample-bookings.ts'

// Bookings at the fake card provider, with a mail service beside it.

let resend: Awaited<ReturnType<typeof startResend>>

/** Every test begins with an empty outbox and a working mail service. */
export function setUpMailTests(): void {
  setUpPaymentTests(async () => {
    resend = await startResend()
    return mailVariables(resend.origin)
  })
  beforeEach(async () => {
    resend.faults.length = 0
    resend.sent.length = 0
    await emptyTables('outbox', 'push_subscriptions')
  })
  afterAll(() => resend.close())
}

export const mailService = () => resend

/** The mails that a rider got, in order. */
export const mailsTo = ({ rider }: { rider: { email: string } }) =>
  resend.sent.filter(({ to }) => to[0] === rider.email)

export const subjectsTo = (booking: { rider: { email: string } }) => mailsTo(booking).map(({ subject }) => subject)

interface OutboxRow {
  attempts: number
  body: string | null
  channel: string
  due_at: number
  error: string | null
  facts: string | null
  id: string
  kind: string
  state: string
  subject: string | null
}

export const outboxRows = () => sql<OutboxRow>('SELECT * FROM outbox ORDER BY created_at, rowid')
