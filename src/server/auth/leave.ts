import * as contract from '#contract/auth/passwords.ts'
import { dayOf } from '#domain/time/india-time.ts'
import * as accountText from '#messages/account/account.ts'
import { prepareNamed, runIdempotent } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { assertSameOrigin, implement } from '#server/http/operation.ts'
import { beginSignInAttempt } from '#server/http/throttle.ts'
import { leavesAt, leavesOn, waitsForMoney } from '#server/riders/deletion.ts'
import { notAuthenticated, refusal } from '#server/runtime/refusal.ts'
import { deletePushDevices, deleteUnusedLinks } from '#server/sessions/accounts.ts'
import { isLiveHold, isUnreturnedRide } from '#server/slots/booking-sql.ts'
import { passwordMatches } from './password-hash.ts'

// A rider asks for the deletion of the account. The cron does it (server/riders/deletion.ts). Parameters: :account, :now and
// the :version of the password that was checked.

const SELECT_OWN = 'SELECT email, password_hash, token_version FROM users WHERE id = :account AND deleted_at IS NULL'

/** SQL: a ride is ahead, under way or not returned, or a payment for one can come. */
const HAS_RIDES = `
EXISTS (SELECT 1 FROM bookings b WHERE b.user_id = :account
           AND ((b.state = 'confirmed' AND (b.end_at > :now OR (${isUnreturnedRide('b')}))) OR (${isLiveHold('b')})))`

const ASK = `
UPDATE users SET deletion_asked_at = :now, token_version = token_version + 1
 WHERE id = :account AND deleted_at IS NULL AND suspended_at IS NULL AND token_version = :version AND NOT ${HAS_RIDES}`

const HAS_ASKED = 'EXISTS (SELECT 1 FROM users WHERE id = :account AND deletion_asked_at = :now)'

const SELECT_ASKED = `
SELECT suspended_at, ${HAS_ASKED} AS has_asked, ${HAS_RIDES} AS has_rides, ${leavesAt('users')} AS leaves_at,
       ${waitsForMoney('users')} AS waits
  FROM users WHERE id = :account`

interface AskedRow {
  has_asked: 0 | 1
  has_rides: 0 | 1
  leaves_at: number | null
  suspended_at: number | null
  waits: 0 | 1
}

export const askForDeletion = implement(contract.askForDeletion, async ({ body }, rider, call) => {
  assertSameOrigin(call)
  const own = await prepareNamed(SELECT_OWN, { account: rider.id }).first<{
    email: string
    password_hash: string
    token_version: number
  }>()
  if (!own) throw notAuthenticated()
  const succeeded = await beginSignInAttempt('user', own.email, call)
  if (!(await passwordMatches(body.password, own.password_hash))) throw refusal('wrong_password')
  await succeeded()
  const { asked } = await runIdempotent<{ asked: AskedRow }>(
    { ask: [ASK, deleteUnusedLinks('user', HAS_ASKED), deletePushDevices('user', HAS_ASKED)], asked: SELECT_ASKED },
    { account: rider.id, now: secondsOf(call.now), version: own.token_version }
  )
  const [row] = asked.results
  if (!row?.has_asked) {
    if (row?.suspended_at) throw refusal('rider_suspended')
    throw refusal(row?.has_rides ? 'own_rides_ahead' : 'password_changed')
  }
  const day = leavesOn(row.leaves_at)
  const deletedOn = day !== null && day > dayOf(call.now) ? day : null
  return { deleted_on: deletedOn, message: accountText.leaves(deletedOn, row.waits === 1) }
})
