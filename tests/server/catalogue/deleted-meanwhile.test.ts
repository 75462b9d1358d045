import { afterEach, describe, expect, test, vi } from 'vitest'
import { deleteProperty } from '#contract/catalogue/admin-properties.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import * as text from '#messages/admin/catalogue/catalogue.ts'
import { createPlan, updatePlan } from '#server/catalogue/pricing.ts'
import { updateProperty, updatePropertyRules } from '#server/catalogue/properties.ts'
import { createScooter, updateScooter } from '#server/catalogue/scooters.ts'
import type { Operation } from '#server/http/operation.ts'
import { setUpAdmin } from '#tests/helpers/data/people.ts'
import { insertPlan, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { watchCall } from '#tests/helpers/db/watched-calls.ts'
import { env } from '#tests/helpers/db/watched-d1.ts'
import { type AnyInput, sql, startApp } from '#tests/helpers/servers/app.ts'

vi.mock('cloudflare:workers', () => import('#tests/helpers/db/watched-d1.ts'))

// Another admin deletes a property after a call has read it and before the call writes.

startApp()

const admin = setUpAdmin()

afterEach(() => {
  vi.restoreAllMocks()
})

/** Runs the call, and deletes the property immediately before the call's first batch. */
async function callWhileDeleting<E extends Endpoint>(
  property: { id: string },
  operation: Operation<E>,
  input: AnyInput & { token?: string }
) {
  const batch = env.DB.batch
  vi.spyOn(env.DB, 'batch').mockImplementationOnce(async statements => {
    await admin.call(deleteProperty, { params: { id: property.id } })
    return batch(statements)
  })
  const { body, status } = await watchCall(input.token ?? admin.token, operation, input)
  return { body, status }
}

const UNKNOWN_PROPERTY = {
  body: { detail: [{ loc: ['body', 'property_id'], msg: text.propertyNotFound }] },
  status: 422
}

const entriesOf = (subject: string) =>
  sql("SELECT action FROM audits WHERE subject = ? AND action <> 'delete_property'", subject)

const propertyOf = (table: 'pricing_plans' | 'scooters', id: string) =>
  sql<{ property_id: string }>(`SELECT property_id FROM ${table} WHERE id = ?`, id)

describe.each([
  ['deleted', async () => insertProperty()],
  [
    'archived',
    async () => {
      const property = await insertProperty()
      await insertScooter(property.id, { name: 'Its own' })
      return property
    }
  ]
])('while its property is %s', (_, newProperty) => {
  test('a plan is not created', async () => {
    const property = await newProperty()
    const body = { cost: 140, hours: 3, name: 'Evening Spin', property_id: property.id }
    expect(await callWhileDeleting(property, createPlan, { body })).toMatchObject(UNKNOWN_PROPERTY)
    expect(await sql('SELECT id FROM pricing_plans WHERE property_id = ?', property.id)).toEqual([])
  })

  test('a plan is not moved to it', async () => {
    const [property, { id: before }] = [await newProperty(), await insertProperty()]
    const { id } = await insertPlan(before)
    const input = { body: { cost: 999, property_id: property.id }, params: { id } }
    expect(await callWhileDeleting(property, updatePlan, input)).toMatchObject(UNKNOWN_PROPERTY)
    expect([await propertyOf('pricing_plans', id), await entriesOf(id)]).toEqual([[{ property_id: before }], []])
  })

  test('a scooter is not created', async () => {
    const property = await newProperty()
    const body = { name: 'Late', property_id: property.id, status: 'Available' }
    expect(await callWhileDeleting(property, createScooter, { body })).toMatchObject(UNKNOWN_PROPERTY)
    expect(await sql("SELECT id FROM scooters WHERE property_id = ? AND name = 'Late'", property.id)).toEqual([])
  })

  test('a scooter is not moved to it', async () => {
    const [property, { id: before }] = [await newProperty(), await insertProperty()]
    const { id } = await insertScooter(before)
    const input = { body: { otp_pin: '739164', property_id: property.id }, params: { id } }
    expect(await callWhileDeleting(property, updateScooter, input)).toMatchObject(UNKNOWN_PROPERTY)
    expect([await propertyOf('scooters', id), await entriesOf(id)]).toEqual([[{ property_id: before }], []])
  })

  test.each([
    ['its rules do', updatePropertyRules, { grace_minutes: 7 }],
    ['it does', updateProperty, { name: 'New name' }]
  ] as const)('%s not change', async (_change, operation, body) => {
    const property = await newProperty()
    const input = { body, params: { id: property.id } }
    expect(await callWhileDeleting(property, operation as Operation<Endpoint>, input)).toMatchObject({
      body: { code: 'property_not_found' },
      status: 404
    })
    expect(await entriesOf(property.id)).toEqual([])
  })
})
