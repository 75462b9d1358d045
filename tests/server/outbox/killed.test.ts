import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import { type MailFault, mailVariables, startResend } from '#tests/fakes/resend/server.ts'
import { insertRiderSql } from '#tests/helpers/data/rider-row.ts'
import { IS_WHOLE } from '#tests/helpers/hardening.ts'
import { type KillableWorker, startKillableWorker } from '#tests/helpers/servers/killable.ts'

// The Worker is killed while it sends mails: before the service has one, after it has one but before its answer, and
// between two groups.

/** The mails that a run sends at once. */
const GROUP = 5
const SENT = 4 * GROUP
/** Messages about links that were used before they were sent. */
const DROPPED = 3
const MESSAGES = SENT + DROPPED
const POLL_MS = 10

let worker: KillableWorker
let mails: Awaited<ReturnType<typeof startResend>>
let minutes = 0

beforeAll(async () => {
  mails = await startResend()
  worker = await startKillableWorker({
    ENVIRONMENT: 'development',
    PAYMENT_PROVIDER: 'sandbox',
    SESSION_SECRET: 'for-this-machine-only-never-in-production',
    ...mailVariables(mails.origin)
  })
  await worker.withBindings(({ DB }) => DB.batch(rows().map(row => DB.prepare(row))))
  await worker.start()
}, 120_000)

afterAll(async () => {
  await worker.remove()
  mails.close()
})

/** A rider for each message, in their order. Every second asked for a new password. */
function rows(): string[] {
  return Array.from({ length: MESSAGES }, (_, index) => {
    const rider = `r${index}`
    const isDropped = index >= SENT
    const isReset = isDropped || index % 2 === 0
    const facts = isReset ? `{"hash":"h${index}","token_id":"t${index}"}` : `{"email":"${rider}@example.test"}`
    const usedAt = isDropped ? 'unixepoch()' : 'NULL'
    return [
      insertRiderSql({ id: rider }),
      `INSERT INTO email_tokens (hash, kind, user_id, expires_at, used_at)
       VALUES ('h${index}', 'password_reset', '${rider}', unixepoch() + 86400, ${usedAt})`,
      `INSERT INTO outbox (id, key, kind, channel, user_id, facts, due_at, expires_at, state, created_at)
       VALUES ('m${index}', 'k${index}', '${isReset ? 'password_reset' : 'email_changed'}', 'mail', '${rider}',
               '${facts}', unixepoch() - 100 + ${index}, unixepoch() + 86400, 'due', unixepoch())`
    ]
  }).flat()
}

/** Runs the cron as if minutes later, which is after any lease. */
function runLater(): Promise<unknown> {
  minutes += 5
  return worker.cron(new Date(Date.now() + minutes * MINUTE_MS)).catch(() => null)
}

/** Kills the Worker while the service answers this many mails of a run, and then a group as given. */
async function killWhileSending(answered: number, fault: MailFault): Promise<void> {
  mails.faults.push(...Array.from({ length: answered }, () => null), ...Array.from({ length: GROUP }, () => fault))
  const before = mails.requests()
  const run = runLater()
  while (mails.requests() < before + answered + GROUP) await pause(POLL_MS)
  await worker.kill()
  await run
  mails.faults.length = 0
  await worker.start()
}

test.runIf(IS_WHOLE)(
  'every message is sent once, and none that is no longer true, however often the Worker stops',
  {
    timeout: 120_000
  },
  async () => {
    await killWhileSending(0, 'hang')
    expect(mails.sent).toEqual([])
    await killWhileSending(0, 'mute')
    await killWhileSending(GROUP, 'hang')
    await killWhileSending(0, 'mute')
    await runLater()
    await worker.kill()
    const { results } = await worker.withBindings(({ DB }) =>
      DB.prepare('SELECT id, state FROM outbox ORDER BY rowid').all<{ id: string; state: string }>()
    )
    expect(results.map(({ state }) => state)).toEqual([
      ...Array.from({ length: SENT }, () => 'sent'),
      ...Array.from({ length: DROPPED }, () => 'dropped')
    ])
    const sent = results.slice(0, SENT).map(({ id }) => id)
    expect(mails.sent.map(({ key }) => key).sort()).toEqual(sent.sort())
  }
)
