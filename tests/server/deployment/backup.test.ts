import { copyFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '#contract/auth/sign-in.ts'
import { type Booking, listMyBookings } from '#contract/bookings/my-bookings.ts'
import { IS_WHOLE } from '#tests/helpers/hardening.ts'
import { serveBuild } from '#tests/helpers/servers/killable.ts'
import { DEMO_PASSWORD, DEMO_RIDERS } from '../../../scripts/demo/people.ts'
import { runTool } from '../../../scripts/kit/processes.ts'
import { EXAMPLE_ENVIRONMENT } from '../../../scripts/kit/settings.ts'
import { type RestoreResult, restoreIntoFolder } from '../../../scripts/restore/restore-local.ts'
import { prepareState, type State, withBindings } from '../../../scripts/serve/state.ts'
import { ConformanceCaller } from '../../../scripts/tools/conformance/caller.ts'

// Rehearses a restore: exported by wrangler as an operator does it, imported again, and served.

const SLOW_MS = 120_000

const folder = join(tmpdir(), `backup-${process.pid}`)
const before: State = { environment: EXAMPLE_ENVIRONMENT, folder: join(folder, '.wrangler/state') }
const after: State = { environment: EXAMPLE_ENVIRONMENT, folder: join(folder, 'restored') }
const backup = join(folder, 'backup.sql')

/** Names that riders of earlier versions may have. */
const HOSTILE_NAMES = [
  "O'Neil\0; --",
  'BEGIN TRANSACTION; COMMIT; BEGIN TRANSACTION',
  '\ud83d',
  `🛵${"'".repeat(900_000)}`
]
const ADD_RIDER = `
INSERT INTO users (id, name, email, phone, date_of_birth, password_hash, license_photo_url, created_at)
VALUES (?1, ?2, ?1 || '@example.test', '', '', '', '', 0)`

const namesIn = (state: State) =>
  withBindings(state, async ({ DB }) => {
    const { results } = await DB.prepare(
      "SELECT hex(name) AS name FROM users WHERE id LIKE 'hostile-%' ORDER BY id"
    ).all()
    return results
  })

let restored: RestoreResult

/** The bookings of the first rider, read from the Worker on the restored database. */
async function bookingsIn(state: State): Promise<Booking[]> {
  const site = await serveBuild(state)
  const caller = new ConformanceCaller(site.address)
  const { email } = DEMO_RIDERS[0]
  const { access_token: token } = await caller.call(signIn, { body: { email, password: DEMO_PASSWORD } })
  const bookings = await caller.call(listMyBookings, { token })
  await site.stop()
  return bookings
}

beforeAll(async () => {
  await prepareState(before)
  await withBindings(before, ({ DB }) =>
    DB.batch(HOSTILE_NAMES.map((name, index) => DB.prepare(ADD_RIDER).bind(`hostile-${index}`, name)))
  )
  // The export reads only the state in the folder of its configuration.
  copyFileSync('wrangler.toml', join(folder, 'wrangler.toml'))
  const exported = ['d1', 'export', 'DB', '--local', '--output', backup, '--config', join(folder, 'wrangler.toml')]
  expect(await runTool('wrangler', exported, { output: 'keep' })).toMatchObject({ succeeded: true })
  restored = await restoreIntoFolder(backup, after)
}, SLOW_MS)
afterAll(() => rmSync(folder, { force: true, recursive: true }))

test.runIf(IS_WHOLE)('a backup contains every booking and rider and breaks no invariant', () => {
  expect(restored).toEqual({
    bookings: expect.any(Number),
    broken: [],
    riders: DEMO_RIDERS.length + HOSTILE_NAMES.length
  })
  expect(restored.bookings).toBeGreaterThan(10)
})

test.runIf(IS_WHOLE)('a backup contains names that SQL cannot read, and names of any length', async () => {
  const [had, has] = [await namesIn(before), await namesIn(after)]
  expect(has).toHaveLength(HOSTILE_NAMES.length)
  expect(has).toEqual(had)
})

test.runIf(IS_WHOLE)('a restore leaves no copy of the personal data behind', () => {
  expect(readdirSync(folder).sort()).toEqual(['.wrangler', 'backup.sql', 'restored', 'wrangler.toml'])
})

test.runIf(IS_WHOLE)(
  'a site on the backup shows riders their bookings',
  async () => {
    const [had, has] = [await bookingsIn(before), await bookingsIn(after)]
    expect(has.length).toBeGreaterThan(4)
    expect(has).toEqual(had)
  },
  SLOW_MS
)
