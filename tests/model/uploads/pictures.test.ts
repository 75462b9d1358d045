import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addMinutes } from '#domain/time/india-time.ts'
import { DAY_MINUTES } from '#domain/time/time-units.ts'
import { signUp } from '#server/auth/sign-in.ts'
import { createProperty, deleteProperty, updateProperty } from '#server/catalogue/properties.ts'
import { createScooter, deleteScooter, updateScooter } from '#server/catalogue/scooters.ts'
import { addGuest, updateRiderPhoto } from '#server/riders/admin-riders.ts'
import { Unavailable } from '#server/runtime/refusal.ts'
import { checkBucket, deleteUnclaimedUploads } from '#server/uploads/bucket.ts'
import { getImage, uploadImage, uploadLicence } from '#server/uploads/images.ts'
import { env, rows } from '#tests/helpers/db/local-d1.ts'
import { bucket, emptyBucket, storedKeys } from '#tests/helpers/db/local-r2.ts'
import {
  FAULT_OUTCOMES,
  type FaultOutcome,
  type InjectedFault,
  injectFaults,
  stopFaults
} from '#tests/helpers/servers/fault-injection.ts'
import { now, restartClock } from '#tests/model/harness/clock.ts'
import { failSteps, notApplied, STOPPED } from '#tests/model/harness/errors.ts'
import { cron, emptyTables, resetHarness, startHarness } from '#tests/model/harness/harness.ts'
import { ADMIN, seedProperty } from '#tests/model/harness/seed.ts'

// Pictures are rows and objects without a common transaction. Wherever the Worker stops, in the end each object has a
// row in use, and each picture in use has its object.

startHarness()

const by = { id: ADMIN, properties: null, role: 'owner' } as const
const callOf = () => ({
  clock: () => new Date(),
  headers: new Headers(),
  isSecure: true,
  now: now(),
  responseHeaders: new Headers()
})
const JPEG = [0xff, 0xd8, 0xff, 0xe0]
const picture = () => new Blob([new Uint8Array([...JPEG, ...Array.from({ length: 60 }, () => 1)])])

/** The parts of the answers that are used here. */
interface Answer {
  id: string
  image_url: string
  url: string
}

async function done<Input, Actor>(
  operation: (input: Input, actor: Actor, call: ReturnType<typeof callOf>) => Promise<unknown>,
  input: unknown
): Promise<Answer> {
  return (await operation(input as Input, by as Actor, callOf())) as Answer
}

const forProperty = async () => (await done(uploadImage, { body: { image: picture() } })).url
const propertyWith = async (image_url: string) =>
  done(createProperty, { body: { image_url, location: 'L', name: 'P' } })
const withPicture = async () => propertyWith(await forProperty())
const scooterFields = { name: 'S', otp_pin: '', property_id: '', status: 'Available' }
const scooterWithPicture = () => done(createScooter, { body: { ...scooterFields, image: picture() } })
const licence = async () => (await done(uploadLicence, { body: { email: 'asha@example.test', file: picture() } })).url
const account = {
  date_of_birth: '1998-02-28',
  email: 'asha@example.test',
  name: 'Asha',
  password: 'Rider@123',
  phone: '9845012345',
  property_id: 'p'
}
const guest = (id: string, person: object = {}) => ({
  body: {
    date_of_birth: '1998-02-28',
    expires_on: '2099-01-01',
    id: id.repeat(32),
    licence: picture(),
    name: 'Kokum',
    phone: '98450 99887',
    property_id: 'p',
    same_phone: 'false',
    terms_version: 'x',
    ...person
  }
})
const guests = () => rows<{ id: string; name: string }>("SELECT id, name FROM users WHERE password_hash = 'none'")
const riderImage = () => done(updateRiderPhoto, { body: { image: picture() }, params: { id: 'r0' } })

const aDay = () => vi.setSystemTime(addMinutes(now(), DAY_MINUTES + 1))

async function aDayAgo(work: () => Promise<unknown>): Promise<void> {
  await work()
  aDay()
}

const NIGHT = '20:30'

/** The minute of the next night, and the one after it. */
async function night(): Promise<void> {
  const today = new Date(`${now().toISOString().slice(0, 10)}T${NIGHT}:00Z`)
  vi.setSystemTime(today > now() ? today : addMinutes(today, DAY_MINUTES))
  await cron()
  vi.setSystemTime(addMinutes(now(), 1))
  await cron()
}

async function nights(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed += 1) await night()
}

/** The paths of the pictures in use, from the rows of uploads; null if there is no such row. */
const referredTo = () =>
  rows<{ path: string | null }>(`
    SELECT (SELECT path FROM uploads WHERE id = substr(url, -32) AND is_stored AND claimed_at IS NOT NULL) AS path
      FROM (SELECT image_url AS url FROM properties UNION ALL SELECT image_url FROM scooters
            UNION ALL SELECT profile_image_url FROM users UNION ALL SELECT license_photo_url FROM users)
     WHERE url LIKE '/api/%' ORDER BY 1`).map(({ path }) => path)

const keptRows = () => rows<{ path: string }>('SELECT path FROM uploads ORDER BY path').map(({ path }) => path)

function expectConsistent(): void {
  expect(storedKeys()).toEqual(referredTo())
  expect(keptRows()).toEqual(referredTo())
}

beforeAll(resetHarness)
beforeEach(prepare)

function prepare(): void {
  // The platform's own method.
  vi.stubGlobal(
    'FixedLengthStream',
    class extends TransformStream {
      constructor(_length: number) {
        super()
      }
    }
  )
  Object.assign(env.UPLOADS, bucket)
  emptyBucket()
  stopFaults()
  restartClock()
  seedProperty()
  emptyTables('uploads', 'runs', 'throttles')
  vi.mocked(console.error).mockClear()
}

interface Steps<Fixture> {
  before?: () => Promise<Fixture>
  work: (fixture: Fixture) => Promise<unknown>
  /** How many pictures are in use in the end when nothing fails. */
  used: number
}

interface Scenario {
  /** Prepares the scenario, and returns the work whose calls fail. */
  arrange: () => Promise<() => Promise<unknown>>
  used: number
}

function scenario<Fixture>({ before, used, work }: Steps<Fixture>): Scenario {
  async function arrange() {
    const fixture = (await before?.()) as Fixture
    return () => work(fixture)
  }
  return { arrange, used }
}

const SCENARIOS: Record<string, Scenario> = {
  'a desk adds a guest': scenario({ used: 1, work: () => done(addGuest, guest('a')) }),
  'a licence photo is uploaded': scenario({ used: 0, work: licence }),
  'a property gets its first picture': scenario({
    before: forProperty,
    used: 1,
    work: image_url => propertyWith(image_url)
  }),
  "a property's picture is removed": scenario({
    before: withPicture,
    used: 0,
    work: ({ id }) => done(updateProperty, { body: { image_url: null }, params: { id } })
  }),
  "a property's picture is replaced": scenario({
    before: withPicture,
    used: 1,
    work: async ({ id }) => {
      const image_url = await forProperty()
      await done(updateProperty, { body: { image_url }, params: { id } })
    }
  }),
  "a rider's picture is replaced": scenario({ before: riderImage, used: 1, work: riderImage }),
  'a rider signs up': scenario({
    before: licence,
    used: 1,
    work: license_photo_url => done(signUp, { body: { ...account, license_photo_url } })
  }),
  'a scooter is created': scenario({ used: 1, work: scooterWithPicture }),
  "a scooter's picture is replaced": scenario({
    before: scooterWithPicture,
    used: 1,
    work: ({ id }) => done(updateScooter, { body: { image: picture() }, params: { id } })
  }),
  'a scooter with a picture is deleted': scenario({
    before: scooterWithPicture,
    used: 0,
    work: ({ id }) => done(deleteScooter, { params: { id } })
  }),
  'the bucket is checked, with an object that has no row': scenario({
    before: () => aDayAgo(() => bucket.put(`pending/${'0a'.repeat(16)}.jpg`, 'x')),
    used: 0,
    work: () => checkBucket(now())
  }),
  'the sweep runs': scenario({ before: () => aDayAgo(licence), used: 0, work: () => deleteUnclaimedUploads(now()) })
}

/** Stops at the k-th call; returns false if there is none. */
async function endsAt(k: number, end: FaultOutcome, { arrange, used }: Scenario): Promise<boolean> {
  const { isDone, isForGood } = FAULT_OUTCOMES[end]
  prepare()
  const work = await arrange()
  const fault: InjectedFault = { error: STOPPED, isDone }
  const crashed: InjectedFault = { error: STOPPED, isDone: false }
  injectFaults(({ number }) => (number === k ? fault : isForGood && number > k ? crashed : null))
  await work().catch(() => undefined)
  const isReached = stopFaults().length >= k
  await nights(4)
  expectConsistent()
  if (!isReached) expect(storedKeys()).toHaveLength(used)
  return isReached
}

const cells = Object.entries(SCENARIOS).flatMap(([name, typed]) =>
  (Object.keys(FAULT_OUTCOMES) as FaultOutcome[]).map(end => ({ end, name, typed }))
)

describe('a Worker that stops', () => {
  test.each(cells)('while $name, $end: leaves no unused object and loses no picture', async ({ end, typed }) => {
    let k = 1
    while (await endsAt(k, end, typed)) k += 1
    expect(k).toBeGreaterThan(1)
  })
})

describe('two desks that add a guest at once', () => {
  const both = (...typed: ReturnType<typeof guest>[]) =>
    Promise.allSettled(typed.map(each => done(addGuest, each))).then(ends =>
      ends.filter(({ status }) => status === 'fulfilled')
    )
  const words = () =>
    rows<{ word: string }>('SELECT word FROM rider_words WHERE user_id = ?1 ORDER BY word', 'a'.repeat(32))

  test('with one number add one, and nothing of the other stays', async () => {
    expect(await both(guest('a'), guest('b'))).toHaveLength(1)
    expect(guests()).toHaveLength(1)
    await nights(3)
    expect(storedKeys()).toHaveLength(1)
    expectConsistent()
  })

  test('with one id for two people add one, who has the own words', async () => {
    expect(await both(guest('a'), guest('a', { name: 'Jamun', phone: '98450 99886' }))).toHaveLength(1)
    const [added] = guests()
    const other = added?.name === 'Kokum' ? 'jamun' : 'kokum'
    expect(words().map(({ word }) => word)).toContain(added?.name.toLowerCase())
    expect(words().map(({ word }) => word)).not.toContain(other)
    expect(rows("SELECT * FROM audits WHERE action = 'add_guest'")).toHaveLength(1)
    await nights(3)
    expectConsistent()
  })
})

const FOREIGN = ['backups/2026.sql', 'images/logo.svg', 'licenses/readme.txt', `images/${'0b'.repeat(15)}.jpg`]
const FOREIGN_KEYS = [`images/${'0c'.repeat(16)}.png`, `licenses/asha%40example.test/${'0d'.repeat(16)}.webp`]

describe('the nightly cron', () => {
  test('deletes objects without a row after a day, and only objects of our own', async () => {
    for (const key of [...FOREIGN, ...FOREIGN_KEYS]) await bucket.put(key, 'x')
    await night()
    expect(keptRows()).toEqual([])
    await night()
    expect([storedKeys(), keptRows()]).toEqual([[...FOREIGN, ...FOREIGN_KEYS].sort(), FOREIGN_KEYS])
    await nights(2)
    expect([storedKeys(), keptRows()]).toEqual([[...FOREIGN].sort(), []])
  })

  test('keeps an upload that arrives during the comparison', async () => {
    Object.assign(env.UPLOADS, {
      list: async () => {
        const listed = await bucket.list()
        await withPicture()
        return listed
      }
    })
    await night()
    expect(rows('SELECT is_stored FROM uploads WHERE claimed_at IS NOT NULL')).toEqual([{ is_stored: 1 }])
    Object.assign(env.UPLOADS, bucket)
    await nights(2)
    expect(storedKeys()).toHaveLength(1)
    expectConsistent()
  })

  test('reports a missing object once, keeps its row, and finds it when it is restored', async () => {
    const { id, image_url } = await withPicture()
    const [path = ''] = storedKeys()
    await bucket.delete(path)
    await nights(4)
    const typed = vi.mocked(console.error).mock.calls.map(([line]) => JSON.parse(String(line)))
    const upload_id = image_url.slice(-32)
    expect(typed).toMatchObject([{ event: 'picture_missing', upload_id }])
    expect(JSON.stringify(typed)).not.toContain(path)
    expect(rows('SELECT id, is_stored FROM uploads')).toEqual([{ id: upload_id, is_stored: 0 }])
    await bucket.put(path, 'x')
    await nights(2)
    expect(rows('SELECT id, is_stored FROM uploads')).toEqual([{ id: upload_id, is_stored: 1 }])
    await bucket.delete(path)
    await nights(2)
    await done(deleteProperty, { params: { id } })
    await nights(2)
    expectConsistent()
  })

  test('requests an object by name if the list omits it', async () => {
    await withPicture()
    Object.assign(env.UPLOADS, { list: async () => ({ objects: [], truncated: false }) })
    await nights(3)
    expect(rows('SELECT is_stored FROM uploads')).toEqual([{ is_stored: 1 }])
  })

  test('keeps a picture with two uses until both have another one', async () => {
    const first = await withPicture()
    const second = await propertyWith(first.image_url)
    const without = (id: string) => done(updateProperty, { body: { image_url: null }, params: { id } })
    await without(first.id)
    await nights(3)
    expect(storedKeys()).toHaveLength(1)
    await without(second.id)
    await nights(2)
    expect(storedKeys()).toEqual([])
  })

  test('passes pictures that have been unused for longer to the sweep', async () => {
    await forProperty()
    rows('UPDATE uploads SET claimed_at = ?1', now().getTime() / 1000)
    await nights(3)
    expectConsistent()
  })

  test('is not delayed by an object that fails', async () => {
    for (const key of FOREIGN_KEYS) await bucket.put(key, 'x')
    await night()
    failSteps(({ operation }) => operation.includes('octet-stream'), notApplied(STOPPED), 1)
    await night()
    expect(keptRows()).toEqual([FOREIGN_KEYS[1]])
    expect(rows('SELECT list, id FROM failing_items')).toEqual([{ id: '0c'.repeat(16), list: 'bucket' }])
    await night()
    expect(keptRows()).toEqual([FOREIGN_KEYS[0]])
    expect(rows('SELECT * FROM failing_items')).toEqual([])
  })
})

describe('a bucket that fails for a moment', () => {
  const INTERNAL = new Error('We encountered an internal error. Please try again. (10001)')
  const LOST = new Error('Network connection lost.')
  const WRONG = new Error('put: Your metadata headers exceed the maximum allowed metadata size. (10012)')
  const fails = (error: Error) => {
    const fail = () => Promise.reject(error)
    // R2 reads no more of the body, so that the write of its next part fails too.
    const put = async (_: string, body: ReadableStream) => body.cancel(error).then(fail)
    Object.assign(env.UPLOADS, { delete: fail, get: fail, head: fail, list: fail, put })
  }
  const read = (url: string) => done(getImage, { params: { id: url.slice(-32) } })

  test.each([INTERNAL, LOST, new Error('get: Unspecified error (0)'), new Error('Service unavailable (10043)')])(
    'refuses pictures and uploads for now, and leaves nothing behind: %s',
    async error => {
      const { image_url } = await withPicture()
      fails(error)
      for (const work of [() => read(image_url), withPicture, licence])
        await expect(work()).rejects.toThrow(Unavailable)
      await night()
      const logged = vi.mocked(console.error).mock.calls.map(([line]) => JSON.parse(String(line)).event)
      expect(new Set(logged)).toEqual(new Set(['pictures_unavailable']))
      Object.assign(env.UPLOADS, bucket)
      await nights(3)
      expectConsistent()
    }
  )

  test('is told apart from one that refuses the request', async () => {
    const { image_url } = await withPicture()
    fails(WRONG)
    for (const work of [() => read(image_url), withPicture]) await expect(work()).rejects.toBe(WRONG)
  })
})

test('checks at most five thousand of twelve thousand objects, and repairs a hundred', async () => {
  const numbers = Array.from({ length: 12_000 }, (_, index) => index)
  for (const index of numbers) await bucket.put(`images/${index.toString(16).padStart(32, '0')}.jpg`, 'x')
  // Just claimed: their use is not checked yet.
  rows(
    `INSERT INTO uploads (id, kind, path, content_type, created_at, claimed_at)
     SELECT printf('%032x', value), 'image', printf('images/%032x.jpg', value), 'image/jpeg', 0, 9999999999
       FROM json_each(?1) WHERE value % 20 <> 7`,
    JSON.stringify(numbers)
  )
  aDay()
  for (let count = 0; count < 12; count += 1) {
    injectFaults(() => null)
    await night()
    const steps = stopFaults().map(({ operation }) => operation)
    expect(steps.filter(what => what === 'list').length).toBeLessThanOrEqual(5)
    expect(steps.filter(what => what.includes('octet-stream')).length).toBeLessThanOrEqual(100)
  }
  expect(storedKeys()).toHaveLength(11_400)
  expect(storedKeys()).toEqual(keptRows())
})
