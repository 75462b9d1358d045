import { cancelBookingAsAdmin, listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { deleteLegacyPricing, deletePlan, listAllPlans, listLegacyPricing } from '#contract/catalogue/admin-pricing.ts'
import { deleteProperty, listAllProperties } from '#contract/catalogue/admin-properties.ts'
import { deleteScooter, listAllScooters } from '#contract/catalogue/admin-scooters.ts'
import { listProperties } from '#contract/catalogue/catalogue.ts'
import { getStats } from '#contract/overview/stats.ts'
import { listRiders, updateRiderPhoto } from '#contract/riders/admin-riders.ts'
import { moveRiders, PICTURE } from './accounts.ts'
import { callLabel } from './caller.ts'
import { requireAdminToken } from './catalogue.ts'
import { expect, type RunContext, requireValue } from './context.ts'

const LISTS = [
  getStats,
  listAllProperties,
  listAllScooters,
  listLegacyPricing,
  listAllPlans,
  listRiders,
  listAllBookings
] as const

export async function testPortal(context: RunContext): Promise<void> {
  const { caller, report, riders } = context

  for (const list of LISTS) {
    await report.check(`${callLabel(list)} is for admins: 401 without a token, 401 or 403 for a rider`, async () => {
      await caller.refusal(list, {}, [401, 403])
      await caller.refusal(list, { token: requireValue(riders[0], 'an account').token }, [401, 403])
    })
  }
  await report.check('GET /admin/stats returns six numbers', async () => {
    const { total_properties, total_users } = await caller.call(getStats, { token: requireAdminToken(context) })
    expect(total_properties > 0 && total_users > 0, 'a total is 0, although there are properties and riders')
  })
  await report.check(
    'PUT /admin/users/{id}/profile-image accepts a form with a picture, which the list then shows',
    async () => {
      const { email } = requireValue(riders[0], 'an account')
      const found = async () =>
        (await caller.call(listRiders, { token: requireAdminToken(context) })).find(rider => rider.email === email)
      const rider = await found()
      expect(rider !== undefined, 'GET /admin/users does not have the rider')
      const params = { id: rider.id }
      await caller.call(updateRiderPhoto, { body: { image: PICTURE }, params, token: requireAdminToken(context) })
      expect(Boolean((await found())?.profile_image_url), 'profile_image_url is empty')
    }
  )
  await report.check('GET /admin/bookings lists rider, scooter, property and type', async () => {
    const { email } = requireValue(riders[0], 'an account')
    const all = await caller.call(listAllBookings, { token: requireAdminToken(context) })
    const found = all.find(booking => booking.user_email === email)
    expect(found !== undefined, 'it has no booking of the rider')
    const { booking_type, property_name, scooter_name, user_name } = found
    const filters = { booking_type, property_name, scooter_name, user_name }
    const empty = Object.entries(filters).filter(([, text]) => text === '')
    expect(empty.length === 0, `${empty.map(([name]) => name).join()} is empty`)
  })
}

/** An upcoming paid ride may prevent the deletion of its scooter. The embedded backend can cancel it. */
async function cancelBookings({ caller, riders, ...context }: RunContext): Promise<void> {
  const token = requireAdminToken({ caller, riders, ...context })
  const emails = riders.map(({ email }) => email)
  for (const { amount, id, payment_status, user_email } of await caller.call(listAllBookings, { token })) {
    if (payment_status !== 'Completed' || !emails.includes(user_email)) continue
    await caller.request(cancelBookingAsAdmin, { body: { amount: amount ?? 0 }, params: { id }, token })
  }
}

/** Deletes the created rows in reverse order. Rows that the backend keeps are reported. */
export async function testDeletion(context: RunContext): Promise<void> {
  const { caller, homePropertyId, leftovers, propertyId, report, scooter } = context
  const remove = (
    label: string,
    createdId: string | undefined,
    task: (id: string, token: string) => Promise<boolean>
  ) =>
    report.check(`DELETE /admin/${label} removes it from the lists`, async () => {
      const id = requireValue(createdId, '--admin')
      leftovers.push(`${label.replace(/\/\{.*$/, '')}/${id}`)
      expect(!(await task(id, requireAdminToken(context))), 'it is still there')
      leftovers.pop()
    })

  if (context.adminToken) await cancelBookings(context)
  if (homePropertyId) await moveRiders(context, homePropertyId).catch(() => undefined)
  await remove('pricing-plans/{id}', context.planId, async (id, token) => {
    await caller.call(deletePlan, { params: { id }, token })
    return (await caller.call(listAllPlans, { token })).some(plan => plan.id === id)
  })
  await remove('pricing/{property_id}', propertyId, async (id, token) => {
    await caller.call(deleteLegacyPricing, { params: { property_id: id }, token })
    return (await caller.call(listLegacyPricing, { token })).some(pricing => pricing.property_id === id)
  })
  await remove('scooters/{id}', propertyId && scooter?.id, async (id, token) => {
    await caller.call(deleteScooter, { params: { id }, token })
    return (await caller.call(listAllScooters, { token })).some(listed => listed.id === id)
  })
  await remove('properties/{id}', propertyId, async (id, token) => {
    await caller.call(deleteProperty, { params: { id }, token })
    return (await caller.call(listProperties)).some(property => property.id === id)
  })
}
