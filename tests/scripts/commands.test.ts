import { describe, expect, test } from 'vitest'
import { runProgram } from '../../scripts/processes.ts'

// The commands themselves, as far as they go without an account, a backend or a file.

const SLOW_MS = 30_000

const run = (script: string, args: readonly string[], variables: Record<string, string> = {}) =>
  runProgram(process.execPath, ['--no-warnings', `scripts/${script}.ts`, ...args], { output: 'keep', variables })

describe('npm run', { timeout: SLOW_MS }, () => {
  test('deploy -- --dry-run says what stands against it before it builds anything', async () => {
    const { printed, succeeded } = await run('deploy', ['--dry-run'], { PUBLIC_API_BASE_URL: 'ftp://backend' })
    expect([succeeded, printed]).toEqual([false, expect.stringContaining("without a path, and not 'ftp://backend'")])
    expect(printed).not.toContain('Building')
  })

  test('conformance says a line for each promise, and fails where one is broken', async () => {
    const { printed, succeeded } = await run('conformance', ['http://localhost:9'])
    expect(succeeded).toBe(false)
    expect(printed).toMatch(/^FAIL {2}GET \/properties answers .*: fetch failed/m)
    expect(printed).toMatch(/^0 promises kept, \d+ broken, \d+ not tried$/m)
  })

  test.each([
    ['conformance', ['backend.example'], 'Which backend?'],
    ['conformance', ['https://backend.example', '--admin', 'nobody'], '--admin takes email:password'],
    ['restore', ['no-such-file.sql'], 'Which backup?']
  ])('%s %j says how it is asked', async (script, args, sentence) => {
    const { printed, succeeded } = await run(script, args)
    expect([succeeded, printed]).toEqual([false, expect.stringContaining(sentence)])
  })
})
