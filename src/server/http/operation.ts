import {
  type Endpoint,
  SCOPE_REFUSALS,
  type Scope,
  type ServerInput,
  type ServerOutput
} from '#contract/kit/endpoint.ts'
import { mayActAs } from '#domain/admin/roles.ts'
import { LICENCE_URL_PREFIX } from '#domain/uploads/urls.ts'
import { prepareNamed } from '#server/db/client.ts'
import { type SqlParams, secondsOf } from '#server/db/sql.ts'
import { logAndRethrow, withCurrentRequestId } from '#server/runtime/log.ts'
import { refusal } from '#server/runtime/refusal.ts'
import type { Account, Actor, Rider, Staff } from '#server/sessions/sessions.ts'
import { propertiesOfRider } from '#server/slots/scooter-state.ts'
import { isMine } from './list-query.ts'

// Who of the staff may make a call, and for which properties: `staff` of its endpoint.

type AnyActor = Account | Rider | Staff | null

const staffOf = (endpoint: Endpoint, actor: AnyActor): Staff | null => {
  if (endpoint.access === 'admin') return actor as Staff
  return endpoint.access === 'account' ? (actor as Account).staff : null
}

/** Throws 403 if the caller's role is too low for the call. */
export function assertRole(endpoint: Endpoint, actor: AnyActor): void {
  const staff = staffOf(endpoint, actor)
  if (staff === null) return
  if (endpoint.staff && !mayActAs(staff.role, endpoint.staff.lowest)) throw refusal('not_allowed')
}

type Noun = Exclude<keyof typeof SCOPE_REFUSALS, 'photo'>

/** SQL: the property of the row that the path names; of a rider, and so of a licence, each whose staff reach the rider. */
const PROPERTY_OF: Record<Noun, string> = {
  booking: 'SELECT property_id FROM bookings WHERE id = :id',
  licence: propertiesOfRider(`(SELECT id FROM users WHERE license_photo_url = '${LICENCE_URL_PREFIX}' || :id)`),
  plan: 'SELECT property_id FROM pricing_plans WHERE id = :id',
  problem: 'SELECT s.property_id FROM problems p JOIN scooters s ON s.id = p.scooter_id WHERE p.id = :id',
  property: 'SELECT :id AS property_id',
  rider: propertiesOfRider(':id'),
  scooter: 'SELECT property_id FROM scooters WHERE id = :id'
}

const isNoun = (scope: Scope): scope is Noun => scope in PROPERTY_OF

interface ScopedInput {
  body?: { property_id?: unknown; scooter_id?: unknown }
  params?: Readonly<Record<string, string>>
  query?: { property_id?: unknown; scooter_id?: unknown }
}

/**
 * Throws 404 if the call is about a property that is not one of the caller's. A list is cut by its operation, and a
 * photo is checked where it is served.
 */
async function assertScope(
  scope: Scope,
  { body, params = {}, query }: ScopedInput,
  { mine, now }: { mine: readonly string[]; now: Date }
) {
  const named = [body?.property_id, query?.property_id].filter(id => id !== undefined)
  if (named.some(id => !mine.includes(String(id)))) throw refusal('property_not_found')
  const [id = ''] = Object.values(params)
  const own = { mine: JSON.stringify(mine), now: secondsOf(now) }
  if (isNoun(scope)) await assertOwnRow(scope, { ...own, id })
  const scooter = body?.scooter_id ?? query?.scooter_id
  if (scope === 'body' && scooter !== undefined) await assertOwnRow('scooter', { ...own, id: String(scooter) })
}

async function assertOwnRow(noun: Noun, params: SqlParams) {
  const ownRow = `SELECT 1 FROM (${PROPERTY_OF[noun]}) WHERE ${isMine('property_id')}`
  const found = await prepareNamed(ownRow, params).first()
  if (!found) throw refusal(SCOPE_REFUSALS[noun])
}

/** Throws if the caller may not make the call with this input. */
async function assertAllowed(
  endpoint: Endpoint,
  input: unknown,
  { actor, now }: { actor: AnyActor; now: Date }
): Promise<void> {
  assertRole(endpoint, actor)
  const mine = staffOf(endpoint, actor)?.properties
  if (endpoint.staff?.scope && mine) await assertScope(endpoint.staff.scope, input as ScopedInput, { mine, now })
}

export interface Caller {
  headers: Headers
  now: Date
}

/** Context of a call beside its input: time, caller, and response headers to fill. */
export interface CallContext extends Caller {
  /** The time at the moment, for a call that waits for others. */
  clock: () => Date
  isSecure: boolean
  responseHeaders: Headers
}

type Implementation<E extends Endpoint> = (
  input: ServerInput<E>,
  actor: Actor<E['access']>,
  call: CallContext
) => Promise<ServerOutput<E> | Response>

interface Options {
  /** Answers even if a variable is misconfigured. */
  allowMisconfigured?: boolean
  /** Throws 429 before the body is read, for large bodies. */
  throttle?: (caller: Caller) => Promise<void>
}

/**
 * The implementation of an endpoint. It reads no request. It returns a Response only for a file, or for
 * health with status 503.
 */
export type Operation<E extends Endpoint> = Implementation<E> & Options & { readonly endpoint: E }

/** Any operation. Who calls it gives it the parsed input and the actor of its endpoint. */
export type AnyOperation = ((input: never, actor: never, call: CallContext) => Promise<unknown>) &
  Options & { readonly endpoint: Endpoint }

/**
 * Binds an implementation to its endpoint, whose name it has (server/routes.ts). Rendered pages call operations
 * directly, so the role and the properties of the caller are checked here.
 */
export function implement<E extends Endpoint>(
  endpoint: E,
  implementation: Implementation<E>,
  options: Options = {}
): Operation<E> {
  const operation: Implementation<E> = async (input, actor, call) => {
    await assertAllowed(endpoint, input, { actor, now: call.now })
    return implementation(input, actor, call)
  }
  return Object.assign(operation, options, { endpoint })
}

/** Throws 403 for cross-site requests. Otherwise another site could sign its visitor in or out. */
export function assertSameOrigin({ headers }: CallContext): void {
  const origin = headers.get('origin')
  if (origin !== null && URL.parse(origin)?.host !== headers.get('host')) throw refusal('not_allowed')
}

/** A CSV file that is read while it is sent. */
export function csvResponse(lines: AsyncGenerator<string>, fileName: string, responseHeaders: Headers): Response {
  responseHeaders.set('content-type', 'text/csv; charset=utf-8')
  responseHeaders.set('content-disposition', `attachment; filename="${fileName}"`)
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    // The status 200 is already sent, so an error can only end the download and be logged.
    pull: withCurrentRequestId(async controller => {
      const { done, value } = await logAndRethrow(lines.next())
      if (done) return controller.close()
      controller.enqueue(encoder.encode(value))
    })
  })
  return new Response(body, { headers: responseHeaders })
}
