import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runProgram } from '../../scripts/kit/processes.ts'
import { registerProcess, runningAddress } from '../../scripts/serve/running.ts'

// Runs `npm run reset` on a folder of its own that contains data.

const ADDRESS = 'http://localhost:5999'

let folder: string
let server: ChildProcess

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reset-'))
  mkdirSync(join(folder, 'v3/d1'), { recursive: true })
  server = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'])
})

afterEach(() => {
  server.kill('SIGKILL')
  rmSync(folder, { force: true, recursive: true })
})

const reset = () =>
  runProgram(process.execPath, ['--no-warnings', 'scripts/reset.ts'], {
    output: 'keep',
    variables: { STATE_DIR: folder }
  })
const exists = () => existsSync(join(folder, 'v3'))

describe('npm run reset', { timeout: 30_000 }, () => {
  test('stops while a server uses the data, and prints its address', async () => {
    registerProcess(folder, ADDRESS, server.pid)
    const { output, succeeded } = await reset()
    expect([succeeded, exists()]).toEqual([false, true])
    expect(output).toContain(ADDRESS)
    expect(output.trim().split('\n')).toHaveLength(1)
  })

  test('deletes the data once the server has stopped, also if it was killed', async () => {
    registerProcess(folder, ADDRESS, server.pid)
    server.kill('SIGKILL')
    await once(server, 'exit')
    expect((await reset()).succeeded).toBe(true)
    expect([exists(), readdirSync(join(folder, 'running'))]).toEqual([false, []])
  })

  test('keeps the files beside the data', async () => {
    writeFileSync(join(folder, 'notes.txt'), 'mine')
    await reset()
    expect([exists(), existsSync(join(folder, 'notes.txt'))]).toEqual([false, true])
  })
})

test('another process with the id of a killed server is not treated as the server', () => {
  registerProcess(folder, ADDRESS, server.pid)
  expect(runningAddress(folder)).toBe(ADDRESS)
  writeFileSync(join(folder, 'running', String(server.pid)), JSON.stringify({ address: ADDRESS, began: '1' }))
  expect(runningAddress(folder)).toBe(process.platform === 'linux' ? null : ADDRESS)
})

test('an incomplete file is ignored', () => {
  mkdirSync(join(folder, 'running'))
  writeFileSync(join(folder, 'running', String(server.pid)), '{"addr')
  expect(runningAddress(folder)).toBeNull()
})
