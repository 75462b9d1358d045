import { mkdtempSync, readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startRazorpay } from '#tests/fakes/razorpay/server.ts'
import { PROVIDER_KEYS } from '#tests/fakes/second-backend/keys.ts'
import { ADMIN } from '#tests/fakes/second-backend/seed.ts'
import { startSecondBackend } from '#tests/fakes/second-backend/server.ts'
import { startLocalServer } from '#tests/helpers/servers/local-server.ts'
import { runProgram } from '../../../scripts/kit/processes.ts'

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
