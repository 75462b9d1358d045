import { createProperty, listAllProperties, updateProperty } from '#contract/catalogue/properties.admin.ts'
import { listProperties } from '#contract/catalogue/properties.public.ts'
import { createScooter, listAllScooters, migratePins, updateScooter } from '#contract/catalogue/scooters.admin.ts'
import { expect, requireValue, skip } from './protocol.ts'
import type { RunContext } from './stage.ts'

const PICTURE = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], 'scooter.png', {
  type: 'image/png'
})

export const requireAdminToken = ({ adminToken }: RunContext) => requireValue(adminToken, '--admin')

/** What was made is told in no promised way, so it is looked up by its name. */
async function findProperty(stage: RunContext) {
  const all = await stage.caller.call(listAllProperties, { token: requireAdminToken(stage) })
  return all.find(property => property.name === stage.name)
}

async function findScooter(stage: RunContext) {
  const all = await stage.caller.call(listAllScooters, { token: requireAdminToken(stage) })
  return all.find(scooter => scooter.name === stage.name)
}

export async function testProperties(stage: RunContext): Promise<void> {
  const { caller, report } = stage

  await report.check('POST /admin/properties makes a property that admins and riders are told of', async () => {
    await caller.call(createProperty, {
      body: { location: 'Nowhere', name: stage.name },
      token: requireAdminToken(stage)
    })
    const { id } = (await findProperty(stage)) ?? {}
    stage.propertyId = id
    expect(id !== undefined, 'GET /admin/properties does not have it')
    const told = await caller.call(listProperties)
    expect(
      told.some(property => property.id === id && property.location === 'Nowhere'),
      'GET /properties has not'
    )
  })
  await report.check('PUT /admin/properties/{id} changes what is sent, and nothing else', async () => {
    const params = { id: requireValue(stage.propertyId, '--admin') }
    await caller.call(updateProperty, { body: { location: 'Somewhere' }, params, token: requireAdminToken(stage) })
    const { location } = (await findProperty(stage)) ?? {}
    expect(location === 'Somewhere', `the location under the same name is '${location}'`)
  })
}

export async function testScooters(stage: RunContext): Promise<void> {
  const { caller, report } = stage
  const property = () => requireValue(stage.propertyId, '--admin')

  await report.check('POST /admin/scooters takes a form with a picture, and gives a PIN of six digits', async () => {
    const body = { image: PICTURE, name: stage.name, otp_pin: '', property_id: property(), status: 'Maintenance' }
    await caller.call(createScooter, { body, token: requireAdminToken(stage) })
    const made = await findScooter(stage)
    if (made) stage.scooter = { id: made.id, name: stage.name }
    expect(made !== undefined, 'GET /admin/scooters does not have it')
    expect(/^\d{6}$/.test(made.otp_pin ?? ''), `its PIN is '${made.otp_pin}'`)
    expect(Boolean(made.image_url), 'it has no image_url')
    expect(made.property_id === property(), `its property_id is '${made.property_id}'`)
    expect(made.property_name === stage.name, `its property_name is '${made.property_name}'`)
  })
  await report.check('PUT /admin/scooters/{id} changes what is sent', async () => {
    const params = { id: requireValue(stage.scooter, '--admin').id }
    const body = { name: stage.name, otp_pin: '482915', property_id: property(), status: 'Available' }
    await caller.call(updateScooter, { body, params, token: requireAdminToken(stage) })
    const { otp_pin, status } = (await findScooter(stage)) ?? {}
    expect(status === 'Available' && otp_pin === '482915', `it is ${status} with the PIN '${otp_pin}'`)
  })
  await report.check('POST /admin/scooters/migrate-pins answers a message for the admin', async () => {
    const token = requireAdminToken(stage)
    if (!stage.migratesPins) skip('--migrate-pins, for it may change the PIN of any scooter')
    const { message } = await caller.call(migratePins, { token })
    expect(message !== '', 'there is no message')
  })
}
