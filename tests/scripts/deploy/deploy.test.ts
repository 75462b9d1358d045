import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { COMPLETE_OPERATOR, RECEIPTS_ONLY } from '#tests/helpers/data/operator.ts'
import { type LocalServer, startLocalServer } from '#tests/helpers/servers/local-server.ts'
import { type DeployRequest, deploy, waitUntilHealthy } from '../../../scripts/deploy/deploy.ts'
import { mergeVariables, SECRETS } from '../../../scripts/deploy/variables.ts'
import type { SiteKind } from '../../../scripts/kit/settings.ts'
import type { RunWrangler } from '../../../scripts/kit/wrangler.ts'
import { PRODUCTION_CONFIG } from './deploy-config.ts'

// The answers of wrangler replace Cloudflare's account.

const CONFIG = 'dist/server/wrangler.json'
const PHONE = '919800000000'

const provided = (environment: Record<string, string> = {}, kind: SiteKind = 'production') =>
  mergeVariables(kind, {
    environment: { PUBLIC_SUPPORT_PHONE: PHONE, ...environment },
    secretsFile: null,
    settingsFile: null
  })

const REQUEST: DeployRequest = {
  chosenAccount: '',
  config: PRODUCTION_CONFIG,
  demo: {},
  provided: provided(),
  invoicing: RECEIPTS_ONLY,
  isDryRun: false,
  kind: 'production',
  operator: COMPLETE_OPERATOR
}
const EXTERNAL: DeployRequest = {
  ...REQUEST,
  provided: provided({ PUBLIC_API_BASE_URL: 'https://backend.example' }, 'external'),
  kind: 'external'
}

type Answers = Partial<Record<string, { output: string; succeeded?: boolean }>>

interface Bundle {
  gzip_bytes?: number
  targets?: string[]
}

const NO_BUCKET = { output: 'The specified bucket does not exist. [code: 10006]', succeeded: false }

const ANSWERS: Answers = {
  'd1 list': { output: '[{"uuid":"1","name":"another"}]' },
  'r2 bucket lifecycle list': NO_BUCKET,
  'secret list': { output: JSON.stringify(SECRETS.map(name => ({ name, type: 'secret_text' }))) },
  whoami: { output: 'Getting User settings...\n{"loggedIn":true,"accounts":[{"name":"Rides","id":"1"}]}\n' }
}

/** A fake wrangler with fixed answers. It records its calls and writes the files that a deployment writes. */
function wrangler(answers: Answers = {}, { gzip_bytes = 600_000, targets }: Bundle = {}) {
  const commands: string[] = []
  const known = { ...ANSWERS, ...answers }
  const runWrangler: RunWrangler = async (args, { WRANGLER_OUTPUT_FILE_PATH: file } = {}) => {
    commands.push(args.join(' '))
    const lines = [
      { type: 'wrangler-session' },
      { bundle_size: { gzip_bytes }, targets: targets ?? ['https://scootstay.rides.workers.dev'], type: 'deploy' }
    ]
    if (file) writeFileSync(file, lines.map(line => `${JSON.stringify(line)}\n`).join(''))
    const [, answer] = Object.entries(known).find(([begin]) => args.join(' ').startsWith(begin)) ?? []
    return { output: '', succeeded: true, ...answer }
  }
  return { runWrangler, commands }
}

async function deployed(
  request: DeployRequest,
  { runWrangler, commands }: ReturnType<typeof wrangler>,
  healthProblem: string | null = null
) {
  const printed: string[] = []
  const health = vi.fn(async (_address: string) => healthProblem)
  const build = vi.fn(async () => CONFIG)
  const isUp = await deploy({ runWrangler, build, health, print: line => printed.push(line) }, request)
  return { commands, build, health, isUp, printed: printed.join('\n') }
}

describe('a deployment', () => {
  test('checks, builds, creates database and bucket, migrates, deploys, and requests the health of the site', async () => {
    const { commands, build, health, isUp, printed } = await deployed(REQUEST, wrangler())
    expect(commands).toEqual([
      'whoami --json',
      'secret list --format json --config wrangler.toml',
      `deploy --config ${CONFIG} --dry-run`,
      'd1 list --json',
      'd1 create scootstay --location apac --update-config=false',
      'r2 bucket lifecycle list scootstay-uploads',
      'r2 bucket create scootstay-uploads --location apac --update-config=false',
      'd1 migrations apply DB --remote --config wrangler.toml',
      `deploy --config ${CONFIG}`
    ])
    expect(build).toHaveBeenCalledOnce()
    expect(health).toHaveBeenCalledExactlyOnceWith('https://scootstay.rides.workers.dev')
    expect([isUp, printed]).toEqual([true, expect.stringContaining('600 kB gzip')])
  })

  test('uses the existing database and bucket, and the configured domain', async () => {
    const before = {
      'd1 list': { output: '[{"uuid":"1","name":"scootstay"}]' },
      'r2 bucket lifecycle list': { output: '' }
    }
    const request = { ...REQUEST, provided: provided({ DOMAIN: 'ride.example.com' }) }
    const { commands, health } = await deployed(request, wrangler(before))
    expect(commands.filter(args => args.includes(' create '))).toEqual([])
    expect(commands.at(-1)).toBe(
      `deploy --config ${CONFIG} --domain ride.example.com --var SITE_URL:https://ride.example.com`
    )
    expect(health).toHaveBeenCalledExactlyOnceWith('https://ride.example.com')
  })

  test('for an external backend needs no secret and no database', async () => {
    const { commands, isUp } = await deployed(EXTERNAL, wrangler())
    expect(commands).toEqual(['whoami --json', `deploy --config ${CONFIG} --dry-run`, `deploy --config ${CONFIG}`])
    expect(isUp).toBe(true)
  })

  test('as a dry run makes no calls, builds, and prints the size and the next steps', async () => {
    const { commands, isUp, printed } = await deployed({ ...REQUEST, isDryRun: true }, wrangler())
    expect(commands).toEqual([`deploy --config ${CONFIG} --dry-run`])
    expect([isUp, printed]).toEqual([true, expect.stringContaining('apply the migrations')])
  })

  test('prints where rides cost nothing, and that an omitted permission is still there', async () => {
    const names = [...SECRETS, 'RAZORPAY_TEST_KEYS_ALLOWED'].map(name => ({ name }))
    const allowed = { ...REQUEST, provided: provided({ RAZORPAY_TEST_KEYS_ALLOWED: 'yes' }) }
    expect((await deployed(allowed, wrangler())).printed).toContain('rides cost nothing')
    const { printed } = await deployed(REQUEST, wrangler({ 'secret list': { output: JSON.stringify(names) } }))
    expect(printed).toContain('npx wrangler secret delete RAZORPAY_TEST_KEYS_ALLOWED')
  })
})

describe('the secrets of a deployment', () => {
  const SECRET = 'k3yboard-cat-9f2c1d7e5a8b4063-long-enough'
  const request = { ...REQUEST, provided: provided({ SESSION_SECRET: SECRET }) }

  /** Deploys, and reads the file of secrets while wrangler runs. */
  async function deployedWithFile(succeeded: boolean) {
    const { commands, runWrangler } = wrangler()
    const files: { mode: number; path: string; text: string }[] = []
    const reading: RunWrangler = async (args, variables) => {
      const path = args[args.indexOf('--secrets-file') + 1] ?? ''
      if (!args.includes('--secrets-file')) return runWrangler(args, variables)
      files.push({ mode: statSync(path).mode & 0o777, path, text: readFileSync(path, 'utf8') })
      return { ...(await runWrangler(args, variables)), succeeded }
    }
    const printed = await deployed(request, { commands, runWrangler: reading }).then(({ printed }) => printed, String)
    return { commands, files, printed }
  }

  test.each([true, false])('are in a file that only this user can read, and that is removed; success: %s', async ok => {
    const { commands, files, printed } = await deployedWithFile(ok)
    expect(files).toEqual([{ mode: 0o600, path: expect.any(String), text: JSON.stringify({ SESSION_SECRET: SECRET }) }])
    expect(existsSync(files[0]?.path ?? '')).toBe(false)
    expect(`${commands} ${printed}`).not.toContain(SECRET)
  })
})

describe('a deployment stops', () => {
  const isPutUp = (commands: readonly string[]) => commands.includes(`deploy --config ${CONFIG}`)

  test('before the build if a check fails', async () => {
    const nobody = { whoami: { output: '{"loggedIn":false}', succeeded: false } }
    const { commands, build, isUp, printed } = await deployed(
      { ...REQUEST, provided: provided({ PUBLIC_SUPPORT_PHONE: '' }) },
      wrangler(nobody)
    )
    expect(commands).toEqual(['whoami --json'])
    expect(build).not.toHaveBeenCalled()
    expect([isUp, printed]).toEqual([false, expect.stringMatching(/PUBLIC_SUPPORT_PHONE.*\n.*wrangler login/)])
  })

  test.each([
    ['a Worker that is not there yet', 'Worker "scootstay" not found.'],
    ['a Worker without any', '[]']
  ])('without secrets: %s', async (_, output) => {
    const none = { 'secret list': { output, succeeded: output === '[]' } }
    const { commands, printed } = await deployed(REQUEST, wrangler(none))
    for (const name of SECRETS) expect(printed).toContain(`${name} is not set`)
    expect(isPutUp(commands)).toBe(false)
  })

  test('if the Worker is too large', async () => {
    const { commands, isUp, printed } = await deployed(REQUEST, wrangler({}, { gzip_bytes: 1_500_001 }))
    expect([isPutUp(commands), isUp, printed]).toEqual([false, false, expect.stringContaining('too large')])
  })

  test.each(['secret list', 'd1 list', 'd1 create', 'r2 bucket lifecycle list', 'r2 bucket create', 'd1 migrations'])(
    'if %s fails, and shows the error of wrangler',
    async command => {
      const failing = wrangler({ [command]: { output: 'You may not', succeeded: false } })
      await expect(deployed(REQUEST, failing)).rejects.toThrow(/^wrangler .*:\nYou may not$/s)
      expect(isPutUp(failing.commands)).toBe(false)
    }
  )
})

describe('a deployed site that is not healthy', () => {
  test('is reported as a failure', async () => {
    const { isUp, printed } = await deployed(REQUEST, wrangler(), 'the database or the bucket is not available')
    expect([isUp, printed]).toEqual([false, expect.stringContaining('not available')])
  })

  test('is a failure without a URL, too', async () => {
    const { health, isUp } = await deployed(REQUEST, wrangler({}, { targets: ['schedule: * * * * *'] }))
    expect([isUp, health.mock.calls]).toEqual([false, []])
  })
})

describe('the health check of the site', () => {
  let server: LocalServer
  afterEach(() => server.close())

  /** Returns these answers in sequence, and then the last one repeatedly. */
  async function siteAnswering(...answers: [status: number, body: unknown][]): Promise<string> {
    server = await startLocalServer(({ url }, response) => {
      const [status, body] = (answers.length > 1 ? answers.shift() : answers[0]) ?? [500, null]
      response.writeHead(url === '/api/health' || url === '/auth' ? status : 404).end(JSON.stringify(body))
    })
    return server.origin
  }
  const polling = { for_ms: 300, poll_ms: 1 }
  /** As long as a busy machine needs, where the site becomes healthy. */
  const long = { ...polling, for_ms: 30_000 }
  const VERSION = '0.2.0+3f1c'

  test.each([
    ['healthy', [[200, { status: 'ok', version: VERSION }]], null],
    ['healthy, with a warning', [[200, { status: 'attention', version: VERSION }]], null],
    [
      'healthy after a moment',
      [
        [404, {}],
        [503, { status: 'unavailable', version: VERSION }],
        [200, { status: 'ok', version: VERSION }]
      ],
      null
    ],
    [
      'mended by this deployment',
      [
        [503, { status: 'misconfigured', version: VERSION }],
        [200, { status: 'ok', version: VERSION }]
      ],
      null
    ],
    [
      'still an earlier version for a moment',
      [
        [200, { status: 'ok', version: '0.1.0' }],
        [503, { status: 'unavailable', version: VERSION }]
      ],
      'the database or the bucket is not available'
    ],
    [
      'an earlier version all the time',
      [[200, { status: 'ok', version: '0.1.0' }]],
      'version 0.1.0 still answers instead of 0.2.0+3f1c'
    ],
    ['unhealthy', [[503, { status: 'unavailable', version: VERSION }]], 'the database or the bucket is not available'],
    ['unexpected', [[404, {}]], '/api/health returns 404'],
    [
      'without a secret',
      [[503, { status: 'misconfigured', version: VERSION }]],
      expect.stringContaining('wrangler tail')
    ]
  ] as [string, [number, unknown][], unknown][])('reports a site that is %s', async (_, answers, healthProblem) => {
    const times = healthProblem === null ? long : polling
    expect(await waitUntilHealthy(await siteAnswering(...answers), VERSION, times)).toEqual(healthProblem)
  })

  test('accepts a site without an API by its pages alone', async () => {
    expect(await waitUntilHealthy(await siteAnswering([200, '<!doctype html>']), null, long)).toBeNull()
  })

  test('reports that nothing answers', async () => {
    const address = await siteAnswering([200, {}])
    await server.close()
    expect(await waitUntilHealthy(address, VERSION, polling)).toBe('no response yet')
  })
})
