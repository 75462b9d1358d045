import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { unsafeVariables } from '#server/runtime/config/variable-rules.ts'
import { runProgram } from '../../scripts/kit/processes.ts'

// The commands themselves, as far as they run without an account, a backend or a file.

const SLOW_MS = 30_000

const run = (script: string, args: readonly string[], variables: Record<string, string> = {}) =>
  runProgram(process.execPath, ['--no-warnings', `scripts/${script}.ts`, ...args], { output: 'keep', variables })

/** An unused folder, in case a command starts its work after all. */
const NO_STATE = '.wrangler/no-state'

/** What `npm run` executes, by name. */
const COMMANDS: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).scripts

/** The file in scripts/ that a command runs. */
const scriptOf = (command: string) => COMMANDS[command]?.split(' ').at(-1) ?? ''

describe('npm run', { timeout: SLOW_MS }, () => {
  test('deploy -- --dry-run lists the obstacles before it builds anything', async () => {
    const { output, succeeded } = await run('deploy', ['--dry-run'], { PUBLIC_API_BASE_URL: 'ftp://backend' })
    expect([succeeded, output]).toEqual([false, expect.stringContaining("without a path, not 'ftp://backend'")])
    expect(output).not.toContain('Building')
  })

  test('push:keys and the commands of the guide print values that the Worker accepts', async () => {
    const { output } = await run('push-keys', [])
    const secret = async (kind: string, bytes: string) =>
      (await runProgram('openssl', ['rand', kind, bytes], { output: 'keep' })).output.trim()
    const variables = {
      ...parseEnv(output),
      PAYMENT_PROVIDER: 'razorpay',
      RAZORPAY_KEY_ID: 'rzp_live_1DP5mmOlF5G5ag',
      RAZORPAY_KEY_SECRET: 'of-the-key',
      RAZORPAY_WEBHOOK_SECRET: await secret('-hex', '32'),
      SESSION_SECRET: await secret('-base64', '48')
    }
    expect(Object.keys(parseEnv(output)).toSorted()).toEqual(['VAPID_PRIVATE_KEY', 'VAPID_PUBLIC_KEY'])
    expect(variables.RAZORPAY_WEBHOOK_SECRET).toMatch(/^[0-9a-f]{64}$/)
    expect(unsafeVariables(variables)).toEqual([])
  })

  test.each(Object.keys(COMMANDS))('%s -- --help describes its options', async command => {
    const script = scriptOf(command)
    const { output, succeeded } = await run(script, ['--help'])
    expect([succeeded, output]).toEqual([true, expect.stringMatching(/^npm (run )?[\w:]+/)])
    expect(output.trim().split('\n')).toHaveLength(1)
  })

  // All commands parse their arguments with the same function, which also serves --help.
  test('reset -- --nonsense is rejected with one sentence, and nothing is reset', async () => {
    const { output, succeeded } = await run(scriptOf('reset'), ['--nonsense'], { STATE_DIR: NO_STATE })
    expect([succeeded, output]).toEqual([false, expect.stringContaining("Unknown option '--nonsense'. npm ")])
    expect(output.trim().split('\n')).toHaveLength(1)
  })

  test('test rejects a path outside tests/ with one sentence', async () => {
    const { output, succeeded } = await run('test', ['src/server/payments/settle.ts'])
    expect([succeeded, output]).toEqual([
      false,
      "'src/server/payments/settle.ts' is not a test. npm test takes files and folders of tests/.\n"
    ])
  })

  test.each([
    ['conformance', ['backend.example'], 'The URL of the backend is missing'],
    ['conformance', ['https://backend.example', '--admin', 'nobody'], '--admin takes email:password'],
    ['restore', ['no-such-file.sql'], 'The backup file was not found']
  ])('%s %j prints its usage', async (script, args, sentence) => {
    const { output, succeeded } = await run(script, args)
    expect([succeeded, output]).toEqual([false, expect.stringContaining(sentence)])
  })
})
