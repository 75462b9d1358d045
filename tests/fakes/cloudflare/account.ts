import { DatabaseSync } from 'node:sqlite'

// The part of Cloudflare's API that a deployment uses, in the form that wrangler reads. The databases are real, so that
// an invalid migration fails here too.

export class Missing extends Error {
  readonly code: number

  constructor(code: number) {
    super('not found')
    this.code = code
  }
}

interface Database {
  location: string | undefined
  name: string
  sqlite: DatabaseSync
  uuid: string
}

interface Bucket {
  lifecycle: unknown[]
  location: string | undefined
  objects: Map<string, Buffer>
}

interface Binding {
  name: string
  text?: string
  type: string
}

const CODES = { bucket: 10_006, database: 7404, worker: 10_007 }
const NAME = 'Scooters of Indiranagar'

/** The metadata of an uploaded Worker, which is one part of the form. */
function metadataOf(form: string): { bindings: Binding[]; keep_bindings?: string[] } {
  const [, json = '{}'] = /name="metadata"[^{]*(\{.*\})\r?\n--/.exec(form) ?? []
  return JSON.parse(json)
}

const isSecret = ({ type }: Binding) => type === 'secret_text'

export class Account {
  readonly buckets = new Map<string, Bucket>()
  readonly databases: Database[] = []
  readonly domains: string[] = []
  /** The bindings of each deployment, without its secrets; the newest is last. */
  readonly deployments: { bindings: Binding[]; worker: string }[] = []
  readonly schedules: unknown[] = []
  /** Uploaded files of SQL, by their hash. */
  readonly imports = new Map<string, string>()
  /** The secrets of each Worker, by its name. */
  readonly workers = new Map<string, Map<string, string>>()

  database(id: string): Database {
    const found = this.databases.find(({ name, uuid }) => uuid === id || name === id)
    if (!found) throw new Missing(CODES.database)
    return found
  }

  createDatabase({ name, primary_location_hint }: { name: string; primary_location_hint?: string }): Database {
    const sqlite = new DatabaseSync(':memory:')
    const database = { location: primary_location_hint, name, sqlite, uuid: `id-of-${name}` }
    this.databases.push(database)
    return database
  }

  bucket(name: string): Bucket {
    const found = this.buckets.get(name)
    if (!found) throw new Missing(CODES.bucket)
    return found
  }

  createBucket({ locationHint, name }: { locationHint?: string; name: string }): object {
    if (this.buckets.has(name)) throw new Error(`The bucket ${name} exists.`)
    this.buckets.set(name, { lifecycle: [], location: locationHint, objects: new Map() })
    return {}
  }

  secretsOf(worker: string): Map<string, string> {
    const secrets = this.workers.get(worker)
    if (!secrets) throw new Missing(CODES.worker)
    return secrets
  }

  takeDomains({ origins }: { origins: { hostname: string }[] }): object {
    this.domains.push(...origins.map(({ hostname }) => hostname))
    return {}
  }

  /** Secrets of the last deployment are kept only if the form asks for that. */
  deploy(worker: string, form: string): object {
    const { bindings, keep_bindings = [] } = metadataOf(form)
    const kept = keep_bindings.includes('secret_text') ? (this.workers.get(worker) ?? []) : []
    const added = bindings.filter(isSecret).map(({ name, text = '' }) => [name, text] as const)
    this.workers.set(worker, new Map([...kept, ...added]))
    this.deployments.push({ bindings: bindings.filter(binding => !isSecret(binding)), worker })
    return { deployment_id: 'd', etag: 'e', id: 'w', startup_time_ms: 12, tag: 'tag' }
  }
}

/** What the database contains, as far as the tests need it: its tables. */
export function exportOf({ sqlite }: Database): string {
  return sqlite
    .prepare("SELECT sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    .all()
    .map(({ sql }) => `${sql};\n`)
    .join('')
}

const nameAndId = ({ name, uuid }: Database) => ({ name, uuid })

function query({ sqlite }: Database, sql: string): object[] {
  const isQuery = /^\s*(select|pragma)/i.test(sql)
  if (!isQuery) sqlite.exec(sql)
  return [{ meta: { changes: 0, duration: 1 }, results: isQuery ? sqlite.prepare(sql).all() : [], success: true }]
}

/** A file is uploaded first, unless it is there already, and then executed as a whole. */
function importInto({ account, body, name, origin }: ApiRequest): object {
  const { action, etag } = JSON.parse(body) as { action: 'ingest' | 'init'; etag: string }
  if (action === 'init') return { filename: etag, upload_url: `${origin}/imports/${etag}` }
  account.database(name).sqlite.exec(account.imports.get(etag) ?? '')
  const meta = { duration: 1, rows_read: 0, rows_written: 0, size_after: 0 }
  return { messages: [], result: { final_bookmark: 'b', meta, num_queries: 1 }, status: 'complete', success: true }
}

type ApiRequest = { account: Account; body: string; bytes: Buffer; name: string; origin: string }
type Answer = (request: ApiRequest) => unknown

const SCRIPT = '/workers/scripts/(?<name>[^/]+)'

/** By method and path, relative to the account. */
export const ANSWERS: readonly [string, RegExp, Answer][] = Object.entries<Answer>({
  'DELETE /workers/scripts/(?<name>[^/]+/secrets/[^/]+)': ({ account, name }) => {
    const [worker = '', secret = ''] = name.split('/secrets/')
    return account.secretsOf(worker).delete(secret) && {}
  },
  'GET /../../accounts': () => [{ id: 'acc', name: NAME }],
  'GET /../../memberships': () => [{ account: { id: 'acc', name: NAME }, id: 'm' }],
  'GET /../../user': () => ({ email: 'ops@example.test', id: 'u' }),
  'GET /../../user/tokens/verify': () => ({ id: 't', status: 'active' }),
  'GET /d1/database': ({ account }) => account.databases.map(nameAndId),
  'GET /d1/database/(?<name>[^/]+)': ({ account, name }) => nameAndId(account.database(name)),
  'GET /r2/buckets/(?<name>[^/]+)': ({ account, name }) => ({ location: account.bucket(name).location, name }),
  'GET /r2/buckets/(?<name>[^/]+)/lifecycle': ({ account, name }) => ({ rules: account.bucket(name).lifecycle }),
  'GET /workers/subdomain': () => ({ subdomain: 'rides' }),
  'GET /workers/workers/(?<name>[^/]+)': ({ account, name }) =>
    account.secretsOf(name) && { id: 'w', name, subdomain: { enabled: true, previews_enabled: false }, tags: [] },
  [`GET ${SCRIPT}/secrets`]: ({ account, name }) =>
    [...account.secretsOf(name).keys()].map(secret => ({ name: secret, type: 'secret_text' })),
  'POST /d1/database': ({ account, body }) => nameAndId(account.createDatabase(JSON.parse(body))),
  'POST /d1/database/(?<name>[^/]+)/query': ({ account, body, name }) =>
    query(account.database(name), JSON.parse(body).sql),
  'POST /d1/database/(?<name>[^/]+)/export': ({ account, name, origin }) => ({
    messages: [],
    result: { filename: 'export.sql', signed_url: `${origin}/exports/${account.database(name).name}` },
    status: 'complete',
    success: true
  }),
  'POST /d1/database/(?<name>[^/]+)/import': importInto,
  'POST /r2/buckets': ({ account, body }) => account.createBucket(JSON.parse(body)),
  // Requests no files, as if all of them were uploaded before.
  [`POST ${SCRIPT}/assets-upload-session`]: () => ({ buckets: [], jwt: 'none.e30.none' }),
  [`POST ${SCRIPT}/subdomain`]: () => ({ enabled: true, previews_enabled: false }),
  'PUT /r2/buckets/(?<name>[^/]+)/lifecycle': ({ account, body, name }) =>
    account.bucket(name).lifecycle.splice(0, Number.POSITIVE_INFINITY, ...JSON.parse(body).rules) && {},
  'PUT /r2/buckets/(?<name>[^/]+/objects/.+)': ({ account, bytes, name }) => {
    const [bucket = '', key = ''] = name.split('/objects/')
    account.bucket(bucket).objects.set(key, bytes)
    return {}
  },
  [`PUT ${SCRIPT}`]: ({ account, body, name }) => account.deploy(name, body),
  [`PUT ${SCRIPT}/domains/records`]: ({ account, body }) => account.takeDomains(JSON.parse(body)),
  [`PUT ${SCRIPT}/schedules`]: ({ account, body }) => account.schedules.push(...JSON.parse(body)) && {}
}).map(([known, answer]) => {
  const [method = '', path = ''] = known.split(' ')
  const pattern = path.startsWith('/../..') ? path.slice(6) : `/accounts/acc${path}`
  return [method, new RegExp(`^/client/v4${pattern}$`), answer]
})
