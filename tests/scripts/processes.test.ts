import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { runProgram } from '../../scripts/kit/processes.ts'

const PRIVATE_FILE = resolve('scripts/kit/wrangler.ts')

test('a private file is removed even if the process ends while it is used', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'private-'))
  const code = `
    const { existsSync } = await import('node:fs')
    const { withPrivateFile } = await import(${JSON.stringify(PRIVATE_FILE)})
    await withPrivateFile('secret', async path => {
      console.log(existsSync(path))
      process.exit(3)
    })`
  const { output } = await runProgram(process.execPath, ['--no-warnings', '--input-type=module', '--eval', code], {
    output: 'keep',
    variables: { TMPDIR: folder }
  })
  expect(output.trim()).toBe('true')
  expect(readdirSync(folder)).toEqual([])
  rmSync(folder, { recursive: true })
})
