import { beforeEach } from 'vitest'
import { mailVariables, startResend } from '#tests/fakes/resend/server.ts'
import { emptyTables } from '#tests/helpers/data/stored-state.ts'
import { sql } from '#tests/helpers/servers/app.ts'
import { setUpPaymentTests } from '#tests/server/payments/sample-bookings.ts'

// Bookings at the fake card provider, with a mail service beside it.

type MailService = Awaited<ReturnType<typeof startResend>>

/** One for all files of this process, so that they share a Worker. */
let resend: MailService | null = null

export function mailService(): MailService {
  if (!resend) throw new Error('The mail service has not started')
  return resend
}

/** Every test begins with an empty outbox and a working mail service. */
export function setUpMailTests(): void {
  setUpPaymentTests(async () => {
    resend ??= await startResend()
    return mailVariables(resend.origin)
  })
  beforeEach(async () => {
    mailService().faults.length = 0
    mailService().sent.length = 0
    await emptyTables('outbox', 'push_subscriptions')
  })
}

/** The mails that a rider got, in order. */
export const mailsTo = ({ rider }: { rider: { email: string } }) =>
  mailService().sent.filter(({ to }) => to[0] === rider.email)

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
