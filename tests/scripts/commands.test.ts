import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { runProgram } from '../../scripts/kit/processes.ts'

// The commands themselves, as far as they go without an account, a backend or a file.

const SLOW_MS = 30_000

const run = (script: string, args: readonly string[], variables: Record<string, string> = {}) =>
  runProgram(process.execPath, ['--no-warnings', `scripts/${script}.ts`, ...args], { output: 'keep', variables })

/** Nobody's data, should a command begin its work after all. */
const NO_STATE = '.wrangler/no-state'

/** By its name, what `npm run` does. */
const COMMANDS: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).scripts

/** The file in scripts/ that a command runs. */
const scriptOf = (command: string) => COMMANDS[command]?.split(' ').at(-1) ?? ''

describe('npm run', { timeout: SLOW_MS }, () => {
  test('deploy -- --dry-run says what stands against it before it builds anything', async () => {
    const { output, succeeded } = await run('deploy', ['--dry-run'], { PUBLIC_API_BASE_URL: 'ftp://backend' })
    expect([succeeded, output]).toEqual([false, expect.stringContaining("without a path, and not 'ftp://backend'")])
    expect(output).not.toContain('Building')
  })

  test('conformance says a line for each promise, and fails where one is broken', async () => {
    const { output, succeeded } = await run('conformance', ['http://localhost:9'])
    expect(succeeded).toBe(false)
    expect(output).toMatch(/^FAIL {2}GET \/properties answers .*: fetch failed/m)
    expect(output).toMatch(/^0 promises kept, \d+ broken, \d+ not tried$/m)
  })

  test.each(Object.keys(COMMANDS))('%s -- --help says what it takes', async command => {
    const script = scriptOf(command)
    const { output, succeeded } = await run(script, ['--help'])
    expect([succeeded, output]).toEqual([true, expect.stringMatching(/^npm (run )?[\w:]+/)])
    expect(output.trim().split('\n')).toHaveLength(1)
  })

  // All of them read their words by the one function that --help comes from.
  test('reset -- --nonsense is refused in one sentence, and nothing is reset', async () => {
    const { output, succeeded } = await run(scriptOf('reset'), ['--nonsense'], { STATE_DIR: NO_STATE })
    expect([succeeded, output]).toEqual([false, expect.stringContaining("Unknown option '--nonsense'. npm ")])
    expect(output.trim().split('\n')).toHaveLength(1)
  })

  test('test -- somewhere else is refused in one sentence', async () => {
    const { output, succeeded } = await run('test', ['src/server/payments/settle.ts'])
    expect([succeeded, output]).toEqual([
      false,
      "'src/server/payments/settle.ts' is not a test. npm test takes files and folders of tests/.\n"
    ])
  })

  test.each([
    ['conformance', ['backend.example'], 'Which backend?'],
    ['conformance', ['https://backend.example', '--admin', 'nobody'], '--admin takes email:password'],
    ['restore', ['no-such-file.sql'], 'Which backup?']
  ])('%s %j says how it is asked', async (script, args, sentence) => {
    const { output, succeeded } = await run(script, args)
    expect([succeeded, output]).toEqual([false, expect.stringContaining(sentence)])
  })
})
