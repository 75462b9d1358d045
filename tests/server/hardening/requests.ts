import fc from 'fast-check'
import { type GenericSchema, is } from 'valibot'
import { signOut, signOutEverywhere } from '#contract/auth/sign-in.ts'
import { migratePins } from '#contract/catalogue/admin-scooters.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { DAYS } from '#domain/constants.ts'
import { allEndpoints, endpointName } from '#tests/helpers/servers/every-call.ts'

// Requests that no form sends, generated from the contract, so that a new call is tested as well.

export type Identity = 'admin' | 'garbage' | 'nobody' | 'rider'

export interface HostileRequest {
  body: string | Uint8Array<ArrayBuffer> | undefined
  /** Calls of the contract. */
  call: string
  headers: Record<string, string>
  identity: Identity
  method: Endpoint['method']
  path: string
}

/** Existing rows, so that some requests pass the first check. */
export type Ids = readonly string[]

const DEEP = 1000
const TOO_MUCH = 100_000

const HOSTILE_VALUES = [
  '',
  ' ',
  '\0',
  'a'.repeat(5000),
  '\u202e\u200b',
  '\ud800',
  '😀'.repeat(60),
  "' OR 1=1 --",
  "'; DROP TABLE users; --",
  '%',
  '_',
  '%00',
  'a\nb',
  'a\r\nset-cookie: session=x',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '0x10',
  '９９',
  'undefined',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  '2026-02-30',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.001Z',
  '2026-11-25T10:00:00+99:99'
]

const text = fc.oneof(fc.constantFrom(...HOSTILE_VALUES), fc.string({ unit: 'binary' }), fc.string())
const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(-0, -1, 0, 1.5, 2 ** 53, 1e308, -1e308))
const anything = fc.oneof(text, number, fc.jsonValue({ maxDepth: 4 }), fc.constant(null))

const ahead = fc
  .integer({ max: 200, min: 3 })
  .map(halfHours => new Date(Math.ceil(Date.now() / 1_800_000 + halfHours) * 1_800_000).toISOString())
const day = fc
  .integer({ max: 400, min: -400 })
  .map(days => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))

/** What a form would send, by the name of the field; any other field gets a word. */
const PLAUSIBLE: Record<string, fc.Arbitrary<unknown>> = {
  available_days: fc.subarray([...DAYS]),
  booking_date: day,
  cost: fc.integer({ max: 2000, min: -1 }),
  date: day,
  date_of_birth: fc.constantFrom('1995-06-15', '2015-01-01', '2026-02-30'),
  duration_hours: fc.constantFrom(1, 3, 6, 12, 2, null),
  email: fc.constantFrom('someone@example.test', 'a@b', "o'brien@example.test"),
  from: day,
  hourly_1: fc.integer({ max: 500, min: -1 }),
  hourly_12: fc.integer({ max: 500, min: -1 }),
  hourly_3: fc.integer({ max: 500, min: -1 }),
  hourly_6: fc.integer({ max: 500, min: -1 }),
  hours: fc.integer({ max: 25, min: 0 }),
  image_url: fc.constantFrom('/api/images/0123456789abcdef0123456789abcdef', 'https://elsewhere.example/x.png', ''),
  is_active: fc.boolean(),
  order: fc.constantFrom('asc', 'desc', 'up'),
  otp_pin: fc.constantFrom('482915', '000000', '12', ''),
  page: fc.integer({ max: 300, min: -1 }).map(String),
  per_page: fc.integer({ max: 300, min: -1 }).map(String),
  pricing_plan_id: fc.constant(null),
  start_time: ahead,
  status: fc.constantFrom('Available', 'Maintenance', 'Booked', 'Pending', 'Stolen'),
  to: day
}

const inId = (ids: Ids) => fc.oneof({ arbitrary: fc.constantFrom(...ids), weight: 3 }, { arbitrary: text, weight: 1 })

function valueFor(name: string, ids: Ids): fc.Arbitrary<unknown> {
  const right = PLAUSIBLE[name] ?? (name.endsWith('id') ? inId(ids) : fc.string({ maxLength: 40, minLength: 1 }))
  return fc.oneof({ arbitrary: right, weight: 6 }, { arbitrary: anything, weight: 1 })
}

const fieldsOf = (schema: GenericSchema | undefined): string[] =>
  schema && 'entries' in schema ? Object.keys(schema.entries as object) : []

function bodyFor({ body }: Endpoint, ids: Ids): fc.Arbitrary<Record<string, unknown>> {
  const named = Object.fromEntries(fieldsOf(body).map(name => [name, valueFor(name, ids)]))
  const extraFields = fc.dictionary(
    fc.constantFrom('id', 'role', 'is_admin', 'token_version', '__proto__', 'x'),
    anything,
    {
      maxKeys: 2
    }
  )
  return fc
    .tuple(fc.record(named, { requiredKeys: [] }), fc.record(named), fc.boolean(), extraFields)
    .map(([some, all, isWhole, more]) => ({ ...more, ...(isWhole ? all : some) }))
}

const json = (body: unknown) => JSON.stringify(body)

/** Text for an address or a form, JSON for anything else. A generated value may have its own `toString`. */
const encodeWellFormed = (value: unknown) =>
  encodeURIComponent((typeof value === 'string' ? value : json(value)).toWellFormed())

function pathFor({ path, query }: Endpoint, ids: Ids): fc.Arbitrary<string> {
  const names = [...path.matchAll(/\{\w+\}/g)].map(([name]) => name)
  const search = Object.fromEntries(fieldsOf(query).map(name => [name, valueFor(name, ids)]))
  return fc
    .tuple(fc.tuple(...names.map(() => inId(ids))), fc.record(search, { requiredKeys: [] }))
    .map(([values, searchValues]) => {
      const filled = names.reduce(
        (whole, name, index) => whole.replace(name, encodeWellFormed(values[index])),
        path as string
      )
      const pairs = Object.entries(searchValues).map(([name, value]) => `${name}=${encodeWellFormed(value)}`)
      return `/api${filled}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`
    })
}

const TYPES = {
  bytes: 'application/json',
  form: 'application/x-www-form-urlencoded',
  json: 'application/json'
} as const
const typeOf = ({ encoding }: Endpoint) => ({ 'content-type': TYPES[encoding ?? 'json'] })

function packed({ encoding }: Endpoint, fields: Record<string, unknown>): string {
  if (encoding !== 'form') return json(fields)
  return Object.entries(fields)
    .map(([name, value]) => `${encodeWellFormed(name)}=${encodeWellFormed(value)}`)
    .join('&')
}

const callInfo = (call: Endpoint) => ({ call: endpointName(call), method: call.method })
const OWN = { account: 'rider', admin: 'admin', public: 'nobody', rider: 'rider' } as const
const ownIdentity = ({ access }: Endpoint): Identity => OWN[access]

const extraFields = fc.constantFrom<Record<string, string>>(
  {},
  {},
  { 'accept-encoding': 'x'.repeat(500) },
  { cookie: 'session=x; userType=admin; userType=user' },
  { 'if-none-match': '*' },
  { range: 'bytes=9-1' },
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-http-method-override': 'DELETE' }
)

/** Any input from a permitted caller. Some of it is valid and changes data. */
export function anyRequest(ids: Ids): fc.Arbitrary<HostileRequest> {
  // Excluded, because it would end the session of the following requests.
  return fc.constantFrom(...allEndpoints.filter(call => call !== signOutEverywhere)).chain(call =>
    fc.tuple(pathFor(call, ids), bodyFor(call, ids), extraFields).map(([path, fields, more]) => ({
      body: call.body && packed(call, fields),
      ...callInfo(call),
      headers: { ...(call.body && typeOf(call)), ...more },
      identity: ownIdentity(call),
      path
    }))
  )
}

const changing = allEndpoints.filter(({ method }) => method !== 'GET')
const reading = allEndpoints.filter(({ method }) => method === 'GET')

const RAW = [
  '',
  '{',
  '[]',
  'null',
  '"text"',
  '17',
  '{"a":1}}',
  '[['.repeat(DEEP),
  '{"a":'.repeat(DEEP),
  `{"x":"${'x'.repeat(TOO_MUCH)}"}`,
  new Uint8Array([0xff, 0xfe, 0x00, 0x7b]),
  new Uint8Array([0x1f, 0x8b, 0x08, 0x00])
]

/** From a caller without access, with input that may be valid for another one. */
function unauthorisedRequest(ids: Ids): fc.Arbitrary<HostileRequest> {
  const guarded = changing.filter(({ access }) => access !== 'public')
  return fc.constantFrom(...guarded).chain(call => {
    const others: Record<string, Identity[]> = { account: [], admin: ['rider'], rider: ['admin'] }
    const identities: Identity[] = ['garbage', 'nobody', ...(others[call.access] ?? [])]
    return fc
      .tuple(pathFor(call, ids), bodyFor(call, ids), fc.constantFrom(...identities))
      .map(([path, fields, identity]) => ({
        body: call.body && packed(call, fields),
        ...callInfo(call),
        headers: call.body ? typeOf(call) : {},
        identity,
        path
      }))
  })
}

/** Where all fields are optional, a missing body is a request that changes nothing. */
const unreadableBodies = ({ body }: Endpoint) => RAW.filter(raw => raw !== '' || !is(body as GenericSchema, {}))

/** From a permitted caller, with a body that cannot be parsed. */
function unreadable(ids: Ids): fc.Arbitrary<HostileRequest> {
  return fc.constantFrom(...changing.filter(({ body }) => body !== undefined)).chain(call =>
    fc.tuple(pathFor(call, ids), fc.constantFrom(...unreadableBodies(call))).map(([path, body]) => ({
      body,
      ...callInfo(call),
      headers: call.encoding === 'form' ? { 'content-type': 'multipart/form-data' } : typeOf(call),
      identity: ownIdentity(call),
      path
    }))
  )
}

/** From a permitted caller, with one field that is not even a value. */
function malformedRequest(ids: Ids): fc.Arbitrary<HostileRequest> {
  const shaped = changing.filter(({ body, encoding }) => encoding === undefined && fieldsOf(body).length > 0)
  return fc.constantFrom(...shaped).chain(call =>
    fc
      .tuple(pathFor(call, ids), bodyFor(call, ids), fc.constantFrom(...fieldsOf(call.body)))
      .map(([path, fields, name]) => ({
        body: json({ ...fields, [name]: { not: 'a value' } }),
        ...callInfo(call),
        headers: typeOf(call),
        identity: ownIdentity(call),
        path
      }))
  )
}

/** On rows that do not exist. */
function missingTargetRequest(): fc.Arbitrary<HostileRequest> {
  const needsNothing: readonly Endpoint[] = [signOut, signOutEverywhere, migratePins]
  const bodiless = changing.filter(call => call.body === undefined && !needsNothing.includes(call))
  return fc.constantFrom(...bodiless).chain(call =>
    pathFor(call, ['nothing']).map(path => ({
      body: undefined,
      ...callInfo(call),
      headers: {},
      identity: ownIdentity(call),
      path
    }))
  )
}

/** Requests that must be rejected and must change nothing. */
export function refusedRequest(ids: Ids): fc.Arbitrary<HostileRequest> {
  return fc.oneof(unauthorisedRequest(ids), unreadable(ids), malformedRequest(ids), missingTargetRequest())
}

/** A path, a method or a combination that no call has. */
export function unroutedRequest(): fc.Arbitrary<HostileRequest> {
  return fc
    .tuple(fc.constantFrom(...reading), text, fc.constantFrom('/api//', '/api/', '/api/%61dmin/', '/api/%2561dmin/'))
    .map(([call, rest, base]) => ({
      body: undefined,
      ...callInfo(call),
      headers: {},
      identity: 'nobody',
      path: base + encodeWellFormed(rest)
    }))
}
