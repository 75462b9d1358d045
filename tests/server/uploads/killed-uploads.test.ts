import { afterAll, beforeAll, expect, test } from 'vitest'
import { RIDER_PHOTO_MAX_BYTES } from '#domain/uploads/photos.ts'
import { IS_WHOLE, KILLS } from '#tests/helpers/hardening.ts'
import { type KillableWorker, startKillableWorker } from '#tests/helpers/servers/killable.ts'
import { sleep } from '../../../scripts/kit/processes.ts'

// The Worker is killed during uploads of photos; afterwards only the cron runs.

const AT_ONCE = 6
/** About the time of this many uploads, so that a kill interrupts some of them. */
const MOMENT_MS = 250

let worker: KillableWorker

beforeAll(async () => {
  worker = await startKillableWorker({
    ENVIRONMENT: 'development',
    PAYMENT_PROVIDER: 'sandbox',
    SESSION_SECRET: 'for-this-machine-only-never-in-production',
    THROTTLE_TIMES: '1000'
  })
  await worker.start()
}, 120_000)

afterAll(() => worker.remove())

const bytes = new Uint8Array(RIDER_PHOTO_MAX_BYTES)
bytes.set([0xff, 0xd8, 0xff])
const photo = new Blob([bytes])

/** False if the Worker was killed before it answered. */
async function upload(): Promise<boolean> {
  const body = new FormData()
  body.set('email', 'asha@example.test')
  body.set('file', photo)
  return fetch(`${worker.address}/api/uploads/license`, { body, method: 'POST' }).then(
    ({ ok }) => ok,
    () => false
  )
}

/** The objects in the bucket, and the paths in the rows. */
async function storedUploads() {
  return worker.withBindings(async ({ DB, UPLOADS }) => {
    const { results } = await DB.prepare('SELECT path FROM uploads ORDER BY path').all<{ path: string }>()
    const { objects } = await UPLOADS.list()
    return { objects: objects.map(({ key }) => key).sort(), paths: results.map(({ path }) => path) }
  })
}

test.runIf(IS_WHOLE)(
  `no unused photo is left when the Worker is killed ${KILLS} times during uploads`,
  {
    timeout: 120_000
  },
  async () => {
    let answered = 0
    for (let kill = 0; kill < KILLS; kill += 1) {
      const uploads = Array.from({ length: AT_ONCE }, upload)
      await sleep(MOMENT_MS * Math.random())
      await worker.kill()
      answered += (await Promise.all(uploads)).filter(Boolean).length
      if (kill < KILLS - 1) await worker.start()
    }
    const { objects, paths } = await storedUploads()
    expect(objects.filter(key => !paths.includes(key))).toEqual([])
    expect(paths.length).toBeGreaterThanOrEqual(answered)
    await worker.start()
    const tomorrow = new Date(Date.now() + 25 * 60 * 60 * 1000)
    await worker.cron(tomorrow)
    await worker.kill()
    expect(await storedUploads()).toEqual({ objects: [], paths: [] })
  }
)
