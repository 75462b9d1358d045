import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { firstNewEnough, systemSources } from '../../scripts/kit/browser.ts'
import { runProgram } from '../../scripts/kit/processes.ts'

// Machines whose programs are scripts in a folder.

let bin: string

function install(name: string, script: string): string {
  const path = join(bin, name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}
const installChromium = (name: string, version: number) => install(name, `echo "Chromium ${version}.0.1.2 for tests"`)

/** With an old list, it installs version 150. */
function installApt(available: number): void {
  install(
    'apt-get',
    `echo "$1" >> ${bin}/calls
[ "$1" = update ] && touch ${bin}/updated && exit
for name; do :; done
version=150
[ -e ${bin}/updated ] && version=${available}
printf '#!/bin/sh\\necho Chromium %s.0.1.2\\n' $version > "${bin}/$name"
chmod +x "${bin}/$name"`
  )
  vi.stubEnv('PATH', `${bin}:${process.env.PATH}`)
}
const aptCalls = () => readFileSync(join(bin, 'calls'), 'utf8').trim().split('\n')
const pathOf = (name: string) => ({ CHROMIUM_PATH: join(bin, name) })

beforeEach(() => {
  bin = mkdtempSync(join(tmpdir(), 'machine-'))
  vi.spyOn(console, 'log').mockReturnValue()
})
afterEach(() => {
  rmSync(bin, { recursive: true })
  vi.unstubAllEnvs()
})

test('apt updates its list before it installs', async () => {
  installApt(156)
  const search = await firstNewEnough(systemSources({ bin, hasApt: true }))
  expect(search).toEqual({ problem: null, variables: pathOf('chromium-headless-shell') })
  expect(aptCalls()).toEqual(['update', 'install'])
})

test('an old browser is updated, and a new one is used as it is', async () => {
  installApt(156)
  installChromium('chromium-headless-shell', 150)
  const sources = systemSources({ bin, hasApt: true })
  expect(await firstNewEnough(sources)).toEqual({ problem: null, variables: pathOf('chromium-headless-shell') })
  expect(await firstNewEnough(sources)).toMatchObject({ problem: null })
  expect(aptCalls()).toEqual(['update', 'install'])
})

test('after a browser that is too old, the next source is asked', async () => {
  installChromium('chromium-headless-shell', 150)
  installChromium('chromium', 152)
  installChromium('google-chrome', 153)
  const search = await firstNewEnough(systemSources({ bin, hasApt: false }))
  expect(search).toEqual({ problem: null, variables: pathOf('google-chrome') })
})

test('if all are too old, the newest is named, and apt has tried both packages', async () => {
  installApt(151)
  const packaged = async () => ({ variables: pathOf('packaged'), version: 149 })
  const search = await firstNewEnough([...systemSources({ bin, hasApt: true }), packaged])
  expect(search.problem).toBe('Chromium 153 or newer is needed; this is 151.')
  expect(aptCalls()).toEqual(['update', 'install', 'install'])
})

test('a stub that only explains how to install a browser is none', async () => {
  install('chromium-browser', 'echo "Requires the snap of Chromium 156.0.1.2"\nexit 1')
  expect(await firstNewEnough(systemSources({ bin, hasApt: false }))).toMatchObject({ variables: null })
})

test('the browser tests fail with the version of a browser that is too old', async () => {
  const CHROMIUM_PATH = installChromium('chromium', 150)
  const args = ['scripts/test.ts', 'tests/e2e/service-worker.phone.test.ts']
  const { output, succeeded } = await runProgram(process.execPath, args, {
    output: 'keep',
    variables: { CHROMIUM_PATH }
  })
  expect(succeeded).toBe(false)
  expect(output).toContain('Failed:\nChromium 153 or newer is needed; this is 150.')
})
