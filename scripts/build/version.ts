import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The package version, plus the commit if the build runs in a clone. */
export function buildVersion(): string {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string }
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return status === 0 ? `${version}+${stdout.trim()}` : version
}
