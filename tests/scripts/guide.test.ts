import { existsSync, globSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { experimental_getWranglerCommands } from 'wrangler'
import { HEALTH_CHECKS } from '#domain/monitoring.ts'
import { brokenInvariants } from '#server/monitoring/invariants.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { ALL_SECRETS } from '../../scripts/deploy/variables.ts'

// Checks the pages for operators: that commands and columns exist, and that every variable, log event, check and
// invariant has its row.

const PAGES = ['docs/backup.md', 'docs/deploying.md', 'docs/operating.md']
const GUIDE = PAGES.map(page => readFileSync(page, 'utf8')).join('\n')
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

const lines = [...GUIDE.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)]
  .flatMap(([, block = '']) => block.trim().split('\n'))
  .map(line => line.trim())
const mentioned = [...GUIDE.matchAll(/`((?:npx wrangler|npm run) [^`]+)`/g)].map(([, command = '']) => command)

/** The cells of the tables of variables. */
const ROWS = readFileSync('docs/configuration.md', 'utf8')
  .split('\n')
  .filter(line => line.startsWith('| `'))
  .map(line => line.slice(2).split(' | '))

/** The names whose column 'Set in' has this word. */
const namesSetIn = (place: 'secret' | 'settings') =>
  ROWS.filter(([, setIn = '']) => setIn.split(', ').includes(place))
    .map(([name = '']) => name.replaceAll('`', ''))
    .toSorted()

interface Command {
  definition?: { args?: Record<string, unknown>; positionalArgs?: string[] }
  subtree: Map<string, Command>
}

const { globalFlags, registry } = experimental_getWranglerCommands() as unknown as {
  globalFlags: Record<string, unknown>
  registry: { subtree: Map<string, Command> }
}

const flagsIn = (argv: readonly string[]) =>
  argv.flatMap(arg => (arg.startsWith('--') ? [arg.slice(2).replace(/=.*/, '')] : []))

/** The parts of a command that wrangler does not support; null if there are none. */
function problemForWrangler([...argv]: string[]): string | null {
  let command = registry.subtree.get(argv.shift() ?? '')
  while (command?.subtree.has(argv[0] ?? '')) command = command.subtree.get(argv.shift() ?? '')
  const { args = {}, positionalArgs = [] } = command?.definition ?? {}
  if (!command?.definition) return 'no such command'
  const known = Object.keys({ ...args, ...globalFlags })
  const unknown = flagsIn(argv).filter(flag => !known.includes(flag))
  const isBare = positionalArgs.length === 0 && argv[0] !== undefined && !argv[0].startsWith('-')
  return unknown.length > 0 || isBare ? `unknown: ${unknown.join() || argv[0]}` : null
}

function problemsIn(line: string): string[] {
  return line.split(' | ').flatMap(command => {
    const [program = '', ...argv] = command.replace(/^\w+=\S+ /, '').split(/\s+/)
    if (program === 'npx' && argv[0] === 'wrangler') return problemForWrangler(argv.slice(1)) ?? []
    if (program === 'npm' && argv[0] === 'run') return argv[1] && argv[1] in scripts ? [] : 'no such script'
    if (program === 'npm') return ['ci', 'start', 'test'].includes(argv[0] ?? '') ? [] : 'no such script'
    return program === 'cp' && !existsSync(argv[0] ?? '') ? `no ${argv[0]}` : []
  })
}

/** The first column of the rows below a heading of the third level. */
function firstColumnBelow(heading: string): string[] {
  const [, section = ''] = GUIDE.split(`\n### ${heading}\n`)
  const [below = ''] = section.split(/^##/m)
  return [...below.matchAll(/^\| ([^|]+) \|/gm)].slice(1).map(([, cell = '']) => cell.replaceAll('`', ''))
}

/** Every invariant, as reported by a database that violates all of them. */
async function invariantNames(): Promise<string[]> {
  const d1 = {
    batch: (queries: unknown[]) => Promise.resolve(queries.map(() => ({ results: [{ id: 'violates' }] }))),
    prepare: () => ({ bind: () => null })
  }
  const broken = await brokenInvariants(d1 as unknown as Parameters<typeof brokenInvariants>[0], new Date())
  return broken.map(({ invariant }) => invariant)
}

const QUERIES = lines.flatMap(line => /--command "(.+)"/.exec(line)?.[1] ?? [])

describe('the guide', () => {
  test.each([...lines, ...mentioned])('uses only existing commands: %s', command => {
    expect(problemsIn(command.replace(/<\w+>/, 'NAME'))).toEqual([])
  })

  test('has a row for every variable that the Worker, the build or a deployment reads', () => {
    const bindings = ['env', 'variable-rules'].map(file => readFileSync(`src/server/runtime/${file}.ts`, 'utf8')).join()
    const ofWorker = [...bindings.matchAll(/^ {2}([A-Z_]+)\?: string$/gm)].map(([, name = '']) => name)
    const examples = ['.env.example', '.env.production.example', '.env.production.secrets.example']
    const names = [...ofWorker, ...examples.flatMap(file => Object.keys(parseEnv(readFileSync(file, 'utf8'))))]
    expect(ofWorker).toContain('SESSION_SECRET')
    expect(names.filter(name => !ROWS.some(([first = '']) => first.includes(`\`${name}\``)))).toEqual([])
  })

  test('says of every variable where it is set in production, as the deployment takes it', () => {
    const settings = Object.keys(parseEnv(readFileSync('.env.production.example', 'utf8')))
    expect(namesSetIn('settings')).toEqual(settings.filter(name => !name.startsWith('PUBLIC_')).toSorted())
    expect(namesSetIn('secret')).toEqual(ALL_SECRETS.toSorted())
  })

  test('describes every problem that the log can contain', () => {
    const events = globSync('src/server/**/*.ts').flatMap(file =>
      [...readFileSync(file, 'utf8').matchAll(/\b(?:logError\(|errorEvent: )'(\w+)'/g)].map(([, name = '']) => name)
    )
    expect(events).toContain('database_unavailable')
    expect(events.filter(name => !GUIDE.includes(`\`${name}\``))).toEqual([])
  })

  test('says what each check of the health means, the most urgent first', () => {
    const names = firstColumnBelow('Health')
    expect(names.filter(name => (HEALTH_CHECKS as readonly string[]).includes(name))).toEqual(HEALTH_CHECKS)
  })

  test('says what to do about each broken invariant', async () => {
    const names = await invariantNames()
    expect(names.length).toBeGreaterThan(10)
    expect(firstColumnBelow('What to do for each invariant')).toEqual(names)
  })

  test.each(QUERIES)('only reads columns that exist: %s', query => {
    expect(query).toMatch(/^SELECT [^;]+$/)
    expect(rows(query)).toEqual([])
  })
})
