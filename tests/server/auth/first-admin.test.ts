import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IS_WHOLE } from '#tests/helpers/hardening.ts'
import { type KillableWorker, startKillableWorker } from '#tests/helpers/servers/killable.ts'
import { DEMO_ADMIN } from '../../../scripts/demo/people.ts'
import { runProgram } from '../../../scripts/kit/processes.ts'

// `npm run admin:create` on the state folder of a Worker, and that Worker.

/** Allows for several starts of wrangler. */
const WRANGLERS_MS = 90_000

const SCRIPT = resolve('scripts/admin-create.ts')

let worker: KillableWorker
let temporary: string

/** Runs the command with these arguments, without a terminal. */
const create = (args: string[], folder = worker.folder) =>
  runProgram(process.execPath, ['--no-warnings', SCRIPT, ...args], {
    output: 'keep',
    variables: { STATE_DIR: folder, TMPDIR: temporary }
  })

const passwordIn = (printed: string) => /Password: (\S+) /.exec(printed)?.[1] ?? ''

async function signIn(email: string, password: string) {
  const reply = await fetch(`${worker.address}/api/admin/auth/signin`, {
    body: JSON.stringify({ email, password }),
    headers: { 'content-type': 'application/json' },
    method: 'POST'
  })
  const { access_token: token = '', code } = (await reply.json()) as { access_token?: string; code?: string }
  return { code, status: reply.status, token }
}

const statusOfListing = async (token: string) =>
  (await fetch(`${worker.address}/api/admin/users`, { headers: { authorization: `Bearer ${token}` } })).status

beforeAll(async () => {
  temporary = mkdtempSync(join(tmpdir(), 'first-admin-'))
  worker = await startKillableWorker({
    ENVIRONMENT: 'production',
    PAYMENT_PROVIDER: 'razorpay',
    RAZORPAY_KEY_ID: 'rzp_live_1DP5mmOlF5G5ag',
    RAZORPAY_KEY_SECRET: 'of-the-key',
    RAZORPAY_WEBHOOK_SECRET: 'of-the-webhook',
    SESSION_SECRET: 'k3yboard-cat-9f2c1d7e5a8b4063-long-enough'
  })
  await worker.start()
})

afterAll(async () => {
  await worker.remove()
  rmSync(temporary, { force: true, recursive: true })
})

describe.runIf(IS_WHOLE)('in production', () => {
  test('there is no admin until the command creates one, and no URL creates one', async () => {
    expect((await signIn(DEMO_ADMIN.email, DEMO_ADMIN.password)).status).toBe(401)
    for (const path of ['admin/auth/signup', 'admin/signup', 'admin/admins', 'admin/setup', 'setup', 'seed']) {
      const reply = await fetch(`${worker.address}/api/${path}`, { body: '{}', method: 'POST' })
      expect([path, reply.status]).toEqual([path, 404])
    }
  })

  test('the first admin is created with a password that is printed once, and signs in', async () => {
    const { output, succeeded } = await create(['--email', ' First@Example.IN', '--name', "Pat O'Hara; --"])
    expect([succeeded, output]).toEqual([true, expect.stringContaining('first@example.in can sign in')])
    const { status, token } = await signIn('first@example.in', passwordIn(output))
    expect([status, await statusOfListing(token)]).toEqual([200, 200])
    expect(readdirSync(temporary).filter(name => name.startsWith('scootstay-'))).toEqual([])
  })

  test(
    'an existing admin is left unchanged; --reset sets a new password and ends the admin’s sessions',
    async () => {
      const first = passwordIn((await create(['--email', 'twice@example.in'])).output)
      const { token } = await signIn('twice@example.in', first)
      const again = await create(['--email', 'TWICE@example.in'])
      expect([again.succeeded, again.output]).toEqual([
        false,
        expect.stringMatching(/^\S+ is already an admin[^\n]*\n$/)
      ])
      expect(await statusOfListing(token)).toBe(200)
      const reset = await create(['--email', 'twice@example.in', '--reset'])
      expect(reset.succeeded).toBe(true)
      expect(await statusOfListing(token)).toBe(401)
      expect((await signIn('twice@example.in', first)).status).toBe(401)
      expect((await signIn('twice@example.in', passwordIn(reset.output))).status).toBe(200)
    },
    WRANGLERS_MS
  )

  test(
    'a deleted admin is signed out at once and cannot sign in until --reset restores the account',
    async () => {
      const password = passwordIn((await create(['--email', 'leaves@example.in'])).output)
      await create(['--email', 'stays@example.in'])
      const { token } = await signIn('leaves@example.in', password)
      expect(await statusOfListing(token)).toBe(200)
      const { output, succeeded } = await create(['--delete', ' Leaves@example.in'])
      expect([succeeded, output]).toEqual([true, expect.stringMatching(/^leaves@example\.in is no longer an admin/)])
      expect(await statusOfListing(token)).toBe(401)
      expect(await signIn('leaves@example.in', password)).toMatchObject({
        code: (await signIn('nobody@example.in', password)).code,
        status: 401
      })
      const again = await create(['--delete', 'leaves@example.in'])
      expect([again.succeeded, again.output]).toEqual([false, expect.stringMatching(/^There is no admin leaves@/)])
      const restored = await create(['--email', 'leaves@example.in', '--reset'])
      expect(await statusOfListing(token)).toBe(401)
      expect((await signIn('leaves@example.in', passwordIn(restored.output))).status).toBe(200)
    },
    WRANGLERS_MS
  )
})

test.runIf(IS_WHOLE).each([
  ['no email', [], /^Enter a valid email[^\n]*\n$/],
  ['an invalid email', ['--email', 'pat'], /^Enter a valid email[^\n]*\n$/],
  [
    'an unknown argument',
    ['--email', 'pat@example.in', '--force'],
    /^Unknown option '--force'\. npm run admin:create -- --email[^\n]*\n$/
  ],
  ['an invalid email to delete', ['--delete', 'pat'], /^Enter a valid email[^\n]*--delete[^\n]*\n$/],
  [
    'an admin to delete and one to create',
    ['--delete', 'pat@example.in', '--email', 'pat@example.in'],
    /^--delete takes only --remote or --preview\.[^\n]*\n$/
  ],
  ['an admin to delete without tables', ['--delete', 'pat@example.in'], /^The database has no tables yet[^\n]*\n$/],
  ['no password on standard input', ['--email', 'pat@example.in', '--password-stdin'], /^Password must[^\n]*\n$/],
  ['a database without tables', ['--email', 'pat@example.in'], /^The database has no tables yet[^\n]*\n$/]
])('with %s the command prints one sentence and creates no admin', async (_, args, sentence) => {
  const { output, succeeded } = await create(args, join(temporary, 'empty'))
  expect([succeeded, output]).toEqual([false, expect.stringMatching(sentence)])
})
