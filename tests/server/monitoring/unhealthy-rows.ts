import { sql } from '#tests/helpers/servers/app.ts'

// Rows that make a check of the health fail.

/** An open dispute, this long before its deadline. */
export async function insertDispute(booking_id: string, { seconds }: { seconds: number }): Promise<void> {
  await sql(
    `INSERT INTO disputes (dispute_id, payment_id, booking_id, status, phase, reason, paise, paise_deducted, currency,
                           respond_by, created_at, told_at)
     VALUES ('d', 'p', ?1, 'open', 'chargeback', '', 5000, 0, 'INR', unixepoch() + ?2, 0, 0)`,
    booking_id,
    seconds
  )
}

/** A message that a mail service did not take. */
export async function insertMessage(age_minutes: number): Promise<void> {
  await sql(
    `INSERT INTO outbox (id, key, kind, channel, due_at, expires_at, state, created_at)
     VALUES ('m' || ?1, 'm' || ?1, 'booked', 'mail', unixepoch() + 60, unixepoch() + 86400, 'due', unixepoch() - ?1 * 60)`,
    age_minutes
  )
}

/** A picture that is used and not stored. */
export async function insertMissingPicture(): Promise<void> {
  await sql(
    `INSERT INTO uploads (id, kind, path, content_type, claimed_at, is_stored, created_at)
     VALUES ('u', 'image', 'images/u.png', 'image/png', unixepoch(), 0, 0)`
  )
}

/** A run that ended now. */
export async function insertRun(job: 'invariants' | 'minute', failures: number): Promise<void> {
  await sql('INSERT INTO runs (job, ended_at, troubles) VALUES (?1, unixepoch(), ?2)', job, failures)
}
