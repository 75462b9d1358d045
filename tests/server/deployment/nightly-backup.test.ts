import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startCloudflare } from '#tests/fakes/cloudflare/server.ts'
import { IS_WHOLE } from '#tests/helpers/hardening.ts'
import { backUp } from '../../../scripts/deploy/cloudflare.ts'
import { type RunWrangler, runWrangler } from '../../../scripts/kit/wrangler.ts'

// The real wrangler against a fake of Cloudflare's API.

const SLOW_MS = 120_000
const NIGHT = new Date('2026-11-21T21:30:00.000Z')
const NEXT_NIGHT = new Date('2026-11-22T21:30:00.000Z')

let cloudflare: Awaited<ReturnType<typeof startCloudflare>>
let folder: string

beforeEach(async () => {
  cloudflare = await startCloudflare()
  folder = mkdtempSync(join(tmpdir(), 'backups-'))
  vi.stubEnv('TMPDIR', folder)
})
afterEach(async () => {
  await cloudflare.close()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const runOnAccount: RunWrangler = (args, variables = {}) => runWrangler(args, { ...variables, ...cloudflare.variables })

/** The private files are in a folder with the name of the product. */
const privateFolders = () => readdirSync(folder).filter(name => name.startsWith('scootstay-'))

test.runIf(IS_WHOLE)(
  'a nightly backup is in a bucket of its own, which deletes it after thirty days',
  async () => {
    const { account } = cloudflare
    account.createDatabase({ name: 'scootstay' }).sqlite.exec('CREATE TABLE bookings (id TEXT)')
    await backUp(runOnAccount, { location: 'apac', now: NIGHT })
    const path = await backUp(runOnAccount, { location: 'apac', now: NEXT_NIGHT })
    const { lifecycle, location, objects } = account.bucket('scootstay-backups')
    expect([...objects.keys()]).toEqual([
      'scootstay-2026-11-21T21-30-00Z.sql.gz',
      'scootstay-2026-11-22T21-30-00Z.sql.gz'
    ])
    expect(path).toBe('scootstay-backups/scootstay-2026-11-22T21-30-00Z.sql.gz')
    const [backup = Buffer.of()] = objects.values()
    expect(gunzipSync(backup).toString()).toContain('CREATE TABLE bookings')
    expect(location).toBe('apac')
    expect(lifecycle).toMatchObject([{ deleteObjectsTransition: { condition: { maxAge: 30 * 86_400, type: 'Age' } } }])
    expect(privateFolders()).toEqual([])
  },
  SLOW_MS
)

test.runIf(IS_WHOLE)(
  'a backup changes the days after which the bucket deletes it, and keeps the other rules of the bucket',
  async () => {
    const { account } = cloudflare
    account.createDatabase({ name: 'scootstay' })
    account.createBucket({ name: 'scootstay-backups' })
    const { lifecycle } = account.bucket('scootstay-backups')
    const ruleFor = (id: string, days: number) => ({
      conditions: {},
      deleteObjectsTransition: { condition: { maxAge: days * 86_400, type: 'Age' } },
      enabled: true,
      id
    })
    lifecycle.push(ruleFor('expire', 90), ruleFor('another', 30))
    await backUp(runOnAccount, { location: 'apac', now: NIGHT })
    await backUp(runOnAccount, { location: 'apac', now: NEXT_NIGHT })
    expect(lifecycle).toEqual([ruleFor('another', 30), ruleFor('expire', 30)])
  },
  SLOW_MS
)

test.runIf(IS_WHOLE)(
  'a backup that fails leaves no file, and its error contains no address of a copy',
  async () => {
    const failing: RunWrangler = async (args, variables) =>
      args[0] === 'd1'
        ? { output: '✘ Download of https://copies.example.com/secret failed', succeeded: false }
        : runOnAccount(args, variables)
    await expect(backUp(failing, { location: 'apac', now: NIGHT })).rejects.toThrow(/Download of <address> failed/)
    expect(privateFolders()).toEqual([])
  },
  SLOW_MS
)
