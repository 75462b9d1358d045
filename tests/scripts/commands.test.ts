import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { unsafeVariables } from '#server/runtime/variable-rules.ts'
import { runProgram } from '../../scripts/kit/processes.ts'
import { newVapidKeys } from '../../scripts/kit/vapid-keys.ts'
import { suitesFor } from '../../scripts/suites/suites.ts'

// The commands themselves, as far as they run without an account, a backend or a file.

const run = (script: string, args: readonly string[]) =>
  runProgram(process.execPath, ['--no-warnings', `scripts/${script}.ts`, ...args], {
    output: 'keep',
    // An unused folder, in case a command starts its work after all.
    variables: { STATE_DIR: '.wrangler/no-state' }
  })

/** What `npm run` executes, by name. */
const COMMANDS: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).scripts

describe('npm run', { timeout: 30_000 }, () => {
  // One function parses the arguments of every command, and serves --help.
  test.each(Object.entries(COMMANDS))('%s describes its options', (_, command) => {
    expect(readFileSync(`scripts/${command.split(' ').at(-1)}.ts`, 'utf8')).toContain('readOptions({')
  })

  test.each([
    ['reset', ['--help'], true, /^npm run reset: /],
    ['reset', ['--nonsense'], false, /^Unknown option '--nonsense'\. npm run reset: /],
    ['conformance', ['backend.example'], false, /^The URL of the backend is missing/],
    ['conformance', ['https://backend.example', '--admin', 'nobody'], false, /^--admin takes email:password/]
  ])('%s %j answers with its usage, and does nothing', async (script, args, isGood, usage) => {
    const { output, succeeded } = await run(script, args)
    expect([succeeded, output]).toEqual([isGood, expect.stringMatching(usage)])
  })

  test('test takes paths of tests/, each with the suite of its folder', () => {
    const namesFor = (...paths: string[]) => suitesFor(paths).map(({ name }) => name)
    expect(namesFor('tests/docs.test.ts', 'tests/server/http')).toEqual(['unit', 'server'])
    expect(namesFor('tests').toSorted()).toEqual(['e2e', 'model', 'server', 'unit'])
    const printed = vi.spyOn(console, 'error').mockReturnValue(undefined)
    vi.spyOn(process, 'exit').mockImplementation(() => {
      throw new Error('exit')
    })
    expect(() => namesFor('src/worker.ts')).toThrow('exit')
    expect(printed).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("'src/worker.ts' is not a test."))
  })

  test('push:keys prints keys that the Worker accepts', () => {
    const keys = { VAPID_PRIVATE_KEY: expect.any(String), VAPID_PUBLIC_KEY: expect.any(String) }
    expect(newVapidKeys()).toEqual(keys)
    expect(unsafeVariables({ ...newVapidKeys() })).not.toEqual(expect.arrayContaining(Object.keys(keys)))
  })
})
