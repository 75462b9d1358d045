import { createProperty, listAllProperties, updateProperty } from '#contract/catalogue/admin-properties.ts'
import { createScooter, listAllScooters, migratePins, updateScooter } from '#contract/catalogue/admin-scooters.ts'
import { listProperties } from '#contract/catalogue/catalogue.ts'
import { PIN, type RunContext } from './context.ts'
import { expect, requireValue, skip } from './protocol.ts'

const PICTURE = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], 'scooter.png', {
  type: 'image/png'
})

export const requireAdminToken = ({ adminToken }: RunContext) => requireValue(adminToken, '--admin')

/** The specification does not define the response to a creation, so the row is found by its name. */
async function findProperty(context: RunContext) {
  const all = await context.caller.call(listAllProperties, { token: requireAdminToken(context) })
  return all.find(property => property.name === context.name)
}

async function findScooter(context: RunContext) {
  const all = await context.caller.call(listAllScooters, { token: requireAdminToken(context) })
  return all.find(scooter => scooter.name === context.name)
}

export async function testProperties(context: RunContext): Promise<void> {
  const { caller, report } = context

  await report.check('POST /admin/properties creates a property that admins and riders see', async () => {
    await caller.call(createProperty, {
      body: { location: 'Nowhere', name: context.name },
      token: requireAdminToken(context)
    })
    const { id } = (await findProperty(context)) ?? {}
    context.propertyId = id
    expect(id !== undefined, 'GET /admin/properties does not have it')
    const listed = await caller.call(listProperties)
    expect(
      listed.some(property => property.id === id && property.location === 'Nowhere'),
      'GET /properties has not'
    )
  })
  await report.check('PUT /admin/properties/{id} changes only the sent fields', async () => {
    const params = { id: requireValue(context.propertyId, '--admin') }
    await caller.call(updateProperty, { body: { location: 'Somewhere' }, params, token: requireAdminToken(context) })
    const { location } = (await findProperty(context)) ?? {}
    expect(location === 'Somewhere', `the location under the same name is '${location}'`)
  })
}

export async function testScooters(context: RunContext): Promise<void> {
  const { caller, report } = context
  const property = () => requireValue(context.propertyId, '--admin')

  await report.check('POST /admin/scooters accepts a form with a picture, and sets a PIN of six digits', async () => {
    const body = { image: PICTURE, name: context.name, otp_pin: '', property_id: property(), status: 'Maintenance' }
    await caller.call(createScooter, { body, token: requireAdminToken(context) })
    const created = await findScooter(context)
    if (created) context.scooter = { id: created.id, name: context.name }
    expect(created !== undefined, 'GET /admin/scooters does not have it')
    expect(/^\d{6}$/.test(created.otp_pin ?? ''), `its PIN is '${created.otp_pin}'`)
    expect(Boolean(created.image_url), 'it has no image_url')
    expect(created.property_id === property(), `its property_id is '${created.property_id}'`)
    expect(created.property_name === context.name, `its property_name is '${created.property_name}'`)
  })
  await report.check('PUT /admin/scooters/{id} changes the sent fields', async () => {
    const params = { id: requireValue(context.scooter, '--admin').id }
    const body = { name: context.name, otp_pin: PIN, property_id: property(), status: 'Available' }
    await caller.call(updateScooter, { body, params, token: requireAdminToken(context) })
    const { otp_pin, status } = (await findScooter(context)) ?? {}
    expect(status === 'Available' && otp_pin === PIN, `it is ${status} with the PIN '${otp_pin}'`)
  })
  await report.check('POST /admin/scooters/migrate-pins returns a message for the admin', async () => {
    const token = requireAdminToken(context)
    if (!context.migratesPins) skip('--migrate-pins, because it may change the PIN of any scooter')
    const { message } = await caller.call(migratePins, { token })
    expect(message !== '', 'there is no message')
  })
}
