import { parseEnv } from 'node:util'
import { describe, expect, test, vi } from 'vitest'
import { unsafeVariables } from '#server/runtime/variable-rules.ts'
import { runProgram } from '../../scripts/kit/processes.ts'
import { suitesFor } from '../../scripts/suites/suites.ts'

// The commands themselves, as far as they run without an account, a backend or a file.

const run = (script: string, args: readonly string[]) =>
  runProgram(process.execPath, ['--no-warnings', `scripts/${script}.ts`, ...args], {
    output: 'keep',
    // An unused folder, in case a command starts its work after all.
    variables: { STATE_DIR: '.wrangler/no-state' }
  })

describe('npm run', { timeout: 30_000 }, () => {
  test.each([
    ['reset', ['--help'], true, /^npm run reset: /],
    ['reset', ['--nonsense'], false, /^Unknown option '--nonsense'\. npm run reset: /],
    ['check', ['--backend', 'backend.example'], false, /^--backend takes a URL/],
    ['check', ['--backend', 'https://backend.example', '--admin', 'nobody'], false, /^--admin takes email:password/]
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

  test('deploy prints keys for push messages that the Worker accepts', async () => {
    const { output } = await run('deploy', ['--push-keys'])
    const keys = parseEnv(output) as Record<string, string>
    expect(Object.keys(keys)).toEqual(['VAPID_PRIVATE_KEY', 'VAPID_PUBLIC_KEY'])
    expect(unsafeVariables(keys)).not.toEqual(expect.arrayContaining(Object.keys(keys)))
  })
})
