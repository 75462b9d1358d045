import { expect, test } from 'vitest'
import type { MessageChannel } from '#domain/outbox/outbox.ts'
import { sendMessages } from '#server/outbox/send-messages.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { emptyTables, startHarnessForEachTest } from '#tests/model/harness/harness.ts'

startHarnessForEachTest()

test('a message that expires while another run sends it is dropped only after the lease of that run', async () => {
  emptyTables('outbox')
  rows(
    `INSERT INTO outbox (id, key, kind, channel, due_at, expires_at, lease_until, state, created_at)
     VALUES ('m', 'm', 'booked', 'mail', 100, 200, 300, 'due', 100)`
  )
  const stateAt = async (seconds: number) => {
    const at = new Date(seconds * 1000)
    await sendMessages(at, () => at)
    return rows<{ state: string }>('SELECT state FROM outbox')[0]?.state
  }
  expect([await stateAt(250), await stateAt(300)]).toEqual(['due', 'dropped'])
})

test('a run takes push messages although more mails than it takes are older', async () => {
  emptyTables('outbox')
  const insert = (id: string, channel: MessageChannel, dueAt: number) =>
    rows(
      `INSERT INTO outbox (id, key, kind, channel, due_at, expires_at, state, created_at)
       VALUES ('${id}', '${id}', 'booked', '${channel}', ${dueAt}, 900, 'due', 100)`
    )
  for (let index = 0; index < 60; index += 1) insert(`mail-${index}`, 'mail', 100)
  insert('push', 'push', 200)
  const at = new Date(300_000)
  await sendMessages(at, () => at)
  // Messages without an account are dropped.
  expect(rows("SELECT id FROM outbox WHERE state = 'due'")).toHaveLength(10)
  expect(rows("SELECT state FROM outbox WHERE id = 'push'")).toEqual([{ state: 'dropped' }])
})
