import { afterAll, beforeEach, expect, test } from 'vitest'
import { changePassword } from '#contract/auth/passwords.ts'
import { signOutEverywhere } from '#contract/auth/sign-in.ts'
import { reportProblem } from '#contract/problems/report-problem.ts'
import { subscribeStaffToPush, subscribeToPush, unsubscribeStaffFromPush } from '#contract/riders/push-devices.ts'
import { getMe } from '#contract/staff/me.ts'
import { removeMember } from '#contract/staff/team.ts'
import { screenPath } from '#domain/admin/screens.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import { newDevice, startPushService } from '#tests/fakes/push/server.ts'
import { mailVariables, startResend } from '#tests/fakes/resend/server.ts'
import { PASSWORD, signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertBooking, insertScooter } from '#tests/helpers/data/rows.ts'
import { emptyTables } from '#tests/helpers/data/stored-state.ts'
import { app, sql, startApp } from '#tests/helpers/servers/app.ts'
import { staffOf } from '#tests/server/staff/property-of-two.ts'

// Trouble on the devices of the people of the portal.

let resend: Awaited<ReturnType<typeof startResend>>
let push: Awaited<ReturnType<typeof startPushService>>

startApp(async () => {
  resend = await startResend()
  push = await startPushService()
  return { ...mailVariables(resend.origin), ...push.variables }
})

afterAll(async () => {
  await resend.close()
  await push.close()
})

type Staff = Awaited<ReturnType<typeof signedInAdmin>>

beforeEach(async () => {
  await emptyTables('push_subscriptions', 'outbox', 'problems')
  await sql("UPDATE admins SET deleted_at = 1 WHERE role = 'owner'")
  resend.sent.length = 0
  push.received.length = 0
  push.faults.clear()
})

async function withDevice<Account extends Pick<Staff, 'call'>>(account: Account) {
  const device = push.addDevice()
  await account.call(subscribeStaffToPush, { body: { endpoint: device.endpoint, keys: device.keys } })
  return { ...account, device }
}

const accountsOf = async (endpoint: string) =>
  (
    await sql<{ id: string }>(
      'SELECT coalesce(user_id, admin_id) AS id FROM push_subscriptions WHERE endpoint = ?',
      endpoint
    )
  ).map(({ id }) => id)

/** A rider reports that the scooter of a running ride cannot be ridden. */
async function reportedProblem(property_id?: string) {
  const rider = await signedInRider({ name: 'Zoya Fernandes', ...(property_id && { property_id }) })
  const scooter = await insertScooter(rider.property_id)
  const [start, end] = [-10, 60].map(minutes => new Date(Date.now() + minutes * MINUTE_MS)) as [Date, Date]
  const { id } = await insertBooking({ end, scooter_id: scooter.id, start, user_id: rider.id })
  const report = async () => {
    const problem = { id: crypto.randomUUID().replaceAll('-', ''), kind: 'pin' as const }
    await rider.call(reportProblem, { body: problem, params: { id } })
    return problem.id
  }
  return { property: { id: rider.property_id }, report, rider, scooter }
}

const later = (minutes: number) => app.runMinute(new Date(Date.now() + minutes * MINUTE_MS))
const titles = () => push.received.map(({ notification }) => notification.title)

test('a scooter that cannot be ridden reaches the device of the caretaker, without name, phone and PIN', async () => {
  const { property, report, rider, scooter } = await reportedProblem()
  const caretaker = await withDevice(await staffOf('caretaker', property))
  await report()
  await later(1)
  const [received, ...more] = push.received
  expect(more).toEqual([])
  expect(received).toMatchObject({
    endpoint: caretaker.device.endpoint,
    headers: { urgency: 'high' },
    notification: { path: screenPath('problems'), title: `${scooter.name}: the PIN doesn't work` }
  })
  const [{ otp_pin = '' } = {}] = await sql<{ otp_pin: string }>(
    'SELECT otp_pin FROM scooters WHERE id = ?',
    scooter.id
  )
  for (const secret of [rider.name, '98450', otp_pin])
    expect(JSON.stringify(received?.notification)).not.toContain(secret)
  expect(resend.sent).toEqual([])
})

test('a device that is gone, and an account without one, get the mail', async () => {
  const { property, report } = await reportedProblem()
  const caretaker = await withDevice(await staffOf('caretaker', property))
  const manager = await staffOf('manager', property)
  push.faults.set(caretaker.device.endpoint, 410)
  await report()
  await later(1)
  await later(2)
  expect(resend.sent.map(({ to }) => to[0]).sort()).toEqual([caretaker.email, manager.email].sort())
  expect(await accountsOf(caretaker.device.endpoint)).toEqual([])
})

test('an owner hears after 15 minutes that nobody has decided, once, and not about what is fixed', async () => {
  const owner = await withDevice(await signedInAdmin())
  const { property, report, scooter } = await reportedProblem()
  await staffOf('caretaker', property)
  await report()
  const fixed = await reportedProblem()
  await staffOf('caretaker', fixed.property)
  const fixedId = await fixed.report()
  await later(14)
  expect(titles()).toEqual([])
  await sql("UPDATE problems SET state = 'fixed' WHERE id = ?", fixedId)
  for (const minutes of [16, 17, 300]) await later(minutes)
  expect(titles()).toEqual([`${scooter.name}: the PIN doesn't work`])
  expect(push.received[0]).toMatchObject({
    endpoint: owner.device.endpoint,
    notification: { body: 'Nobody has decided for 15 minutes.' }
  })
})

test('an owner who was told at once is not told again', async () => {
  await withDevice(await signedInAdmin())
  const { report } = await reportedProblem()
  await report()
  await later(1)
  await later(16)
  expect(titles()).toHaveLength(1)
})

test('who is removed gets nothing, also what waits', async () => {
  const owner = await signedInAdmin()
  const { property, report } = await reportedProblem()
  const caretaker = await withDevice(await staffOf('caretaker', property))
  await report()
  await owner.call(removeMember, { params: { id: caretaker.id } })
  await later(1)
  expect([titles(), resend.sent.filter(({ to }) => to[0] === caretaker.email)]).toEqual([[], []])
  expect(await accountsOf(caretaker.device.endpoint)).toEqual([])
})

test('a browser is one account, whether a rider or staff subscribed last, and only that one removes it', async () => {
  const { property, rider } = await reportedProblem()
  const caretaker = await withDevice(await staffOf('caretaker', property))
  const { endpoint, keys } = caretaker.device
  const owners = [await accountsOf(endpoint)]
  await rider.call(subscribeToPush, { body: { endpoint, keys } })
  await caretaker.call(unsubscribeStaffFromPush, { body: { endpoint } })
  owners.push(await accountsOf(endpoint))
  await caretaker.call(subscribeStaffToPush, { body: { endpoint, keys } })
  owners.push(await accountsOf(endpoint))
  await caretaker.call(unsubscribeStaffFromPush, { body: { endpoint } })
  expect([...owners, await accountsOf(endpoint)]).toEqual([[caretaker.id], [rider.id], [caretaker.id], []])
})

test('an account that signs out everywhere or changes its password has no other device any more', async () => {
  const [one, two, other] = [
    await withDevice(await signedInAdmin()),
    await withDevice(await signedInAdmin()),
    await withDevice(await signedInAdmin())
  ]
  await one.call(signOutEverywhere)
  const own = newDevice()
  await two.call(subscribeStaffToPush, { body: { endpoint: own.endpoint, keys: own.keys } })
  await two.call(changePassword, {
    body: { current_password: PASSWORD, device: own.endpoint, password: 'NewOwner@456' }
  })
  const left = await sql<{ endpoint: string }>('SELECT endpoint FROM push_subscriptions ORDER BY created_at, rowid')
  expect(left.map(({ endpoint }) => endpoint).sort()).toEqual([other.device.endpoint, own.endpoint].sort())
})

test('an admin reads the key to subscribe with', async () => {
  const admin = await signedInAdmin('caretaker')
  expect(await admin.call(getMe)).toMatchObject({ push_key: push.variables.VAPID_PUBLIC_KEY })
})
