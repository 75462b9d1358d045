import { cancelBookingAsAdmin, listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { deleteLegacyPricing, deletePlan, listAllPlans, listLegacyPricing } from '#contract/catalogue/admin-pricing.ts'
import { deleteProperty, listAllProperties } from '#contract/catalogue/admin-properties.ts'
import { deleteScooter, listAllScooters } from '#contract/catalogue/admin-scooters.ts'
import { listProperties } from '#contract/catalogue/catalogue.ts'
import { getStats } from '#contract/overview/stats.ts'
import { listRiders, updateRiderPhoto } from '#contract/riders/admin-riders.ts'
import { moveRiders } from './accounts.ts'
import { callLabel } from './caller.ts'
import { asAdmin, expect, PICTURE, type RunContext, requireValue } from './context.ts'

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
    const { total_properties, total_users } = await asAdmin(context, getStats)
    expect(total_properties > 0 && total_users > 0, 'a total is 0, although there are properties and riders')
  })
  await report.check(
    'PUT /admin/users/{id}/profile-image accepts a form with a picture, which the list then shows',
    async () => {
      const { email } = requireValue(riders[0], 'an account')
      const found = async () => (await asAdmin(context, listRiders)).find(rider => rider.email === email)
      const rider = await found()
      expect(rider !== undefined, 'GET /admin/users does not have the rider')
      const params = { id: rider.id }
      await asAdmin(context, updateRiderPhoto, { body: { image: PICTURE }, params })
      expect(Boolean((await found())?.profile_image_url), 'profile_image_url is empty')
    }
  )
  await report.check('GET /admin/bookings lists rider, scooter, property and type', async () => {
    const { email } = requireValue(riders[0], 'an account')
    const all = await asAdmin(context, listAllBookings)
    const found = all.find(booking => booking.user_email === email)
    expect(found !== undefined, 'it has no booking of the rider')
    const { booking_type, property_name, scooter_name, user_name } = found
    const filters = { booking_type, property_name, scooter_name, user_name }
    const empty = Object.entries(filters).filter(([, text]) => text === '')
    expect(empty.length === 0, `${empty.map(([name]) => name).join()} is empty`)
  })
}

/** An upcoming paid ride may prevent the deletion of its scooter. The embedded backend can cancel it. */
async function cancelBookings(context: RunContext): Promise<void> {
  const { adminToken: token = '', caller, riders } = context
  const emails = riders.map(({ email }) => email)
  for (const { amount, id, payment_status, user_email } of await asAdmin(context, listAllBookings)) {
    if (payment_status !== 'Completed' || !emails.includes(user_email)) continue
    await caller.request(cancelBookingAsAdmin, { body: { amount: amount ?? 0 }, params: { id }, token })
  }
}

/** Deletes the created rows in reverse order. Rows that the backend keeps are reported. */
export async function testDeletion(context: RunContext): Promise<void> {
  const { caller, homePropertyId, leftovers, propertyId, report, scooter } = context
  /** `task` returns what the list then has. */
  const remove = (label: string, createdId: string | undefined, task: (id: string) => Promise<readonly unknown[]>) =>
    report.check(`DELETE /admin/${label} removes it from the lists`, async () => {
      const id = requireValue(createdId, '--admin')
      leftovers.push(`${label.replace(/\/\{.*$/, '')}/${id}`)
      expect(!(await task(id)).includes(id), 'it is still there')
      leftovers.pop()
    })

  if (context.adminToken) await cancelBookings(context)
  if (homePropertyId) await moveRiders(context, homePropertyId).catch(() => undefined)
  await remove('pricing-plans/{id}', context.planId, async id => {
    await asAdmin(context, deletePlan, { params: { id } })
    return (await asAdmin(context, listAllPlans)).map(plan => plan.id)
  })
  await remove('pricing/{property_id}', propertyId, async id => {
    await asAdmin(context, deleteLegacyPricing, { params: { property_id: id } })
    return (await asAdmin(context, listLegacyPricing)).map(pricing => pricing.property_id)
  })
  await remove('scooters/{id}', propertyId && scooter?.id, async id => {
    await asAdmin(context, deleteScooter, { params: { id } })
    return (await asAdmin(context, listAllScooters)).map(listed => listed.id)
  })
  await remove('properties/{id}', propertyId, async id => {
    await asAdmin(context, deleteProperty, { params: { id } })
    return (await caller.call(listProperties)).map(property => property.id)
  })
}
