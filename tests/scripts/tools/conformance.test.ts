import { mkdtempSync, readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRazorpay } from '#tests/fakes/razorpay/server.ts'
import { PROVIDER_KEYS } from '#tests/fakes/second-backend/keys.ts'
import { ADMIN } from '#tests/fakes/second-backend/seed.ts'
import { startSecondBackend } from '#tests/fakes/second-backend/server.ts'
import { type LocalServer, startLocalServer } from '#tests/helpers/servers/local-server.ts'
import { runProgram } from '../../../scripts/kit/processes.ts'
import { ConformanceCaller, unreachableReason } from '../../../scripts/tools/conformance/caller.ts'

// The command as a pipeline runs it. tests/server/deployment/conformance.test.ts tests its checks.

const SLOW_MS = 60_000
const file = join(mkdtempSync(join(tmpdir(), 'conformance-')), 'results.json')
const results = () => JSON.parse(readFileSync(file, 'utf8'))

/** The exit code is the last line, because runProgram returns only whether it is 0. */
const run = (args: readonly string[], variables: Record<string, string> = {}) =>
  runProgram(
    'sh',
    ['-c', '"$@"; echo "exit $?"', 'sh', process.execPath, '--no-warnings', 'scripts/check.ts', ...args],
    { output: 'keep', variables: { CONFORMANCE_ADMIN: '', ...variables } }
  )

const serve = (listener: RequestListener) => startLocalServer(listener, { host: 'localhost' })

/** An address at which nothing listens any more. */
async function closedAddress(): Promise<string> {
  const { close, origin } = await serve(() => undefined)
  await close()
  return origin
}

describe('npm run check on a backend', { timeout: SLOW_MS }, () => {
  test('says in one sentence that nobody answers, and writes it for other programs', async () => {
    const address = await closedAddress()
    const { output } = await run(['--backend', address, '--json', file])
    const error = `Nobody answers at ${address}/api: the connection was refused.`
    expect(output.trim().split('\n')).toEqual([error, 'exit 2'])
    expect(results()).toEqual({ address, error })
  })

  test('fails with a line for each check if something else answers', async () => {
    const { close, origin } = await serve((_, response) => response.writeHead(404).end('<h1>Not Found</h1>'))
    const { output } = await run(['--backend', origin, '--json', file])
    await close()
    expect(output).toMatch(/^FAIL {2}GET \/properties returns .* 404/m)
    expect(output.trim().split('\n').at(-1)).toBe('exit 1')
    expect(results()).toMatchObject({ checks: expect.arrayContaining([]), passed: 0 })
    expect(results().failed).toBeGreaterThan(0)
  })

  test('takes the admin from the environment, and passes without colours', async () => {
    const provider = await startRazorpay(PROVIDER_KEYS)
    const second = await startSecondBackend({ provider: provider.origin, site: 'http://site.example.test' })
    const { output } = await run(['--backend', second.origin, '--json', file], {
      CONFORMANCE_ADMIN: `${ADMIN.email}:${ADMIN.password}`
    })
    await second.close()
    await provider.close()
    expect(output.trim().split('\n').at(-1)).toBe('exit 0')
    expect(output).not.toContain('\u001b')
    expect(output).not.toContain(ADMIN.password)
    const { checks, failed, passed, skipped } = results()
    expect([failed, checks.length]).toEqual([0, passed + skipped])
    expect(checks).toContainEqual({ check: 'GET /admin/stats returns six numbers', reason: '', result: 'passed' })
    expect(readFileSync(file, 'utf8')).not.toContain(ADMIN.password)
  })
})

describe('a backend that does not answer', () => {
  let silent: LocalServer
  let closing: LocalServer
  beforeAll(async () => {
    silent = await serve(() => undefined)
    closing = await serve(request => request.socket.destroy())
  })
  afterAll(() => Promise.all([silent.close(), closing.close()]))

  const reasonAt = (address: string) => unreachableReason(new ConformanceCaller(address, 300))

  test('has a reason: no response, a closed connection, or an unknown name', async () => {
    expect(await reasonAt(silent.origin)).toBe(`Nobody answers at ${silent.origin}/api: there was no response in time.`)
    expect(await reasonAt(closing.origin)).toMatch(/^Nobody answers at .*: .+\.$/)
    expect(await reasonAt('http://no-such-name.invalid')).toMatch(/resolved|in time/)
  })
})
