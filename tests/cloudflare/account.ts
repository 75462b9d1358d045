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
  name: string
  sqlite: DatabaseSync
  uuid: string
}

const CODES = { bucket: 10_006, database: 7404, worker: 10_007 }
const NAME = 'Scooters of Indiranagar'

export class Account {
  readonly buckets = new Set<string>()
  readonly databases: Database[] = []
  readonly domains: string[] = []
  /** The metadata of each deployment, with its bindings; the newest is last. */
  readonly deployments: string[] = []
  readonly schedules: unknown[] = []
  secrets: string[] = []
  /** A secret or a deployment creates the Worker. */
  hasWorker = false

  database(id: string): Database {
    const found = this.databases.find(({ name, uuid }) => uuid === id || name === id)
    if (!found) throw new Missing(CODES.database)
    return found
  }

  createDatabase(name: string): Database {
    const database = { name, sqlite: new DatabaseSync(':memory:'), uuid: `id-of-${name}` }
    this.databases.push(database)
    return database
  }

  bucket(name: string): { name: string } {
    if (!this.buckets.has(name)) throw new Missing(CODES.bucket)
    return { name }
  }

  worker<Value>(value: Value): Value {
    if (!this.hasWorker) throw new Missing(CODES.worker)
    return value
  }

  takeDomains({ origins }: { origins: { hostname: string }[] }): object {
    this.domains.push(...origins.map(({ hostname }) => hostname))
    return {}
  }

  deploy(form: string): object {
    this.hasWorker = true
    this.deployments.push(/"bindings":(\[.*?\])/.exec(form)?.[1] ?? '')
    return { deployment_id: 'd', etag: 'e', id: 'w', startup_time_ms: 12, tag: 'tag' }
  }
}

const nameAndId = ({ name, uuid }: Database) => ({ name, uuid })

function query({ sqlite }: Database, sql: string): object[] {
  const isQuery = /^\s*(select|pragma)/i.test(sql)
  if (!isQuery) sqlite.exec(sql)
  return [{ meta: { changes: 0, duration: 1 }, results: isQuery ? sqlite.prepare(sql).all() : [], success: true }]
}

type ApiRequest = { account: Account; body: string; name: string }
type Answer = (request: ApiRequest) => unknown

const SCRIPT = '/workers/scripts/(?<name>[^/]+)'

/** By method and path, relative to the account. */
export const ANSWERS: readonly [string, RegExp, Answer][] = Object.entries<Answer>({
  'GET /../../accounts': () => [{ id: 'acc', name: NAME }],
  'GET /../../memberships': () => [{ account: { id: 'acc', name: NAME }, id: 'm' }],
  'GET /../../user': () => ({ email: 'ops@example.test', id: 'u' }),
  'GET /../../user/tokens/verify': () => ({ id: 't', status: 'active' }),
  'GET /d1/database': ({ account }) => account.databases.map(nameAndId),
  'GET /d1/database/(?<name>[^/]+)': ({ account, name }) => nameAndId(account.database(name)),
  'GET /r2/buckets': ({ account }) => ({ buckets: [...account.buckets].map(name => ({ name })) }),
  'GET /r2/buckets/(?<name>[^/]+)': ({ account, name }) => account.bucket(name),
  'GET /workers/subdomain': () => ({ subdomain: 'rides' }),
  'GET /workers/workers/(?<name>[^/]+)': ({ account, name }) =>
    account.worker({ id: 'w', name, subdomain: { enabled: true, previews_enabled: false }, tags: [] }),
  [`GET ${SCRIPT}/secrets`]: ({ account }) =>
    account.worker(account.secrets.map(name => ({ name, type: 'secret_text' }))),
  'POST /d1/database': ({ account, body }) => nameAndId(account.createDatabase(JSON.parse(body).name)),
  'POST /d1/database/(?<name>[^/]+)/query': ({ account, body, name }) =>
    query(account.database(name), JSON.parse(body).sql),
  'POST /r2/buckets': ({ account, body }) => account.buckets.add(JSON.parse(body).name) && {},
  // Requests no files, as if all of them were uploaded before.
  [`POST ${SCRIPT}/assets-upload-session`]: () => ({ buckets: [], jwt: 'none.e30.none' }),
  [`POST ${SCRIPT}/subdomain`]: () => ({ enabled: true, previews_enabled: false }),
  [`PUT ${SCRIPT}`]: ({ account, body }) => account.deploy(body),
  [`PUT ${SCRIPT}/domains/records`]: ({ account, body }) => account.takeDomains(JSON.parse(body)),
  [`PUT ${SCRIPT}/schedules`]: ({ account, body }) => account.schedules.push(...JSON.parse(body)) && {}
}).map(([known, answer]) => {
  const [method = '', path = ''] = known.split(' ')
  const pattern = path.startsWith('/../..') ? path.slice(6) : `/accounts/acc${path}`
  return [method, new RegExp(`^/client/v4${pattern}$`), answer]
})
