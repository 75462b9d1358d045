import { globSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { ALL_SECRETS } from '../../../scripts/deploy/variables.ts'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const WORKFLOWS = globSync('.github/workflows/*.yml').sort()
const ACCOUNT = ['CLOUDFLARE_ACCOUNT_ID', 'CLOUDFLARE_API_TOKEN']

const read = (file: string) => readFileSync(file, 'utf8')
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

/** The names that a workflow takes from one of GitHub's stores. */
const namesFrom = (store: 'secrets' | 'vars', text: string) =>
  all(text, new RegExp(`^ {10}(\\w+): \\$\\{\\{ ${store}\\.\\1 \\}\\}$`, 'gm')).toSorted()

describe.each(WORKFLOWS)('%s', file => {
  const text = read(file)

  test('pins every action by commit, and runs only existing commands', () => {
    const actions = all(text, /uses: (.+)$/gm)
    expect(actions.length).toBeGreaterThan(0)
    for (const action of actions) expect(action).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
    for (const command of all(text, /run: (.+)$/gm)) {
      if (/^(?:npm ci|\.ci\/run|sudo apt-get install .+)$/.test(command)) continue
      expect(scripts[command.split(' ')[2] ?? '']).toBeTruthy()
    }
  })

  test('has no value of a secret, and gives them to single steps only', () => {
    const values = all(text, /^ {10}[A-Z_]+: (.+)$/gm)
    expect(
      values.filter(value => !/^(?:none|\d{1,3})$/.test(value) && !/^\$\{\{ (secrets|vars)\.\w+ \}\}$/.test(value))
    ).toEqual([])
    for (const indent of all(text, /^( *)env:/gm)) expect(indent).toBe(' '.repeat(8))
    expect(text).not.toContain('pull_request_target')
  })
})

test('the deployment of main gets every setting and every secret of the examples', () => {
  const deployment = read('.github/workflows/deploy.yml')
  expect(namesFrom('secrets', deployment)).toEqual([...ACCOUNT, ...ALL_SECRETS].toSorted())
  const settings = Object.keys(parseEnv(read('.env.production.example')))
  expect(namesFrom('vars', deployment)).toEqual(settings.toSorted())
})

test('a preview gets the session secret and no key of a service', () => {
  expect(namesFrom('secrets', read('.github/workflows/check.yml'))).toEqual([...ACCOUNT, 'SESSION_SECRET'].toSorted())
})
