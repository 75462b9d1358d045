import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DAYS } from '#domain/constants.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import {
  createPlan,
  deleteLegacyPricing,
  deletePlan,
  updateLegacyPricing,
  updatePlan
} from '#server/catalogue/pricing.ts'
import { updateProperty, updatePropertyRules } from '#server/catalogue/properties.ts'
import { createScooter, updateScooter } from '#server/catalogue/scooters.ts'
import type { CallContext } from '#server/http/operation.ts'
import { updateRiderPhoto } from '#server/riders/admin-riders.ts'
import { env, rows } from '#tests/helpers/db/local-d1.ts'
import { now } from '#tests/model/harness/clock.ts'
import { emptyTables, startHarnessForEachTest } from '#tests/model/harness/harness.ts'
import { ADMIN, insertProperty } from '#tests/model/harness/seed.ts'

// Another admin deletes a row after a call has read it and before the call writes.

startHarnessForEachTest()

afterEach(() => {
  vi.restoreAllMocks()
  emptyTables('pricing_plans', 'legacy_pricing')
})

const call = (): CallContext => ({
  clock: now,
  headers: new Headers(),
  isSecure: true,
  now: now(),
  responseHeaders: new Headers()
})

// The platform's own class; its argument is the length.
vi.stubGlobal(
  'FixedLengthStream',
  class extends TransformStream {
    constructor(_length: number) {
      super()
    }
  }
)

const picture = () => new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, ...new Uint8Array(600))], 'a.jpg')

function insertPrices(): void {
  rows(
    `INSERT INTO pricing_plans (id, property_id, name, hours, cost, available_days, is_active, created_at)
     VALUES ('plan', 'p', 'Plan', 3, 140, '[]', 1, 0)`
  )
  rows(
    "INSERT INTO legacy_pricing (property_id, hourly_1, hourly_3, hourly_6, hourly_12) VALUES ('p', 50, 140, 260, 480)"
  )
}

const stored = () => ({
  entries: rows('SELECT action, subject FROM audits'),
  names: rows("SELECT name FROM properties UNION ALL SELECT profile_image_url FROM users WHERE id = 'r0'"),
  plans: rows('SELECT cost, property_id, archived_at FROM pricing_plans'),
  rules: rows('SELECT * FROM property_settings'),
  scooters: rows('SELECT name, otp_pin, property_id FROM scooters')
})

/** Runs the statement immediately before the batch that writes the entry. Returns what is stored after it. */
function runBeforeWrite(statement: string): ReturnType<typeof stored>[] {
  const batch = env.DB.batch
  const found: ReturnType<typeof stored>[] = []
  vi.spyOn(env.DB, 'batch').mockImplementation(statements => {
    if (statements.some(({ text }) => /insert into "?audits/i.test(text))) {
      rows(statement)
      found.push(stored())
    }
    return batch(statements)
  })
  return found
}

const admin = { id: ADMIN, properties: null, role: 'owner' } as const
const plan = { id: 'plan' }
const PLAN = { available_days: [...DAYS], cost: 140, hours: 3, is_active: true, name: 'Evening Spin' }
const UNKNOWN_PROPERTY = {
  detail: [{ loc: ['body', 'property_id'], msg: catalogueText.propertyNotFound }],
  status: 422
}
const ARCHIVE_PROPERTY = 'UPDATE properties SET archived_at = 1'
const RATES = { hourly_1: 99, hourly_12: 499, hourly_3: 199, hourly_6: 299 }
const ARCHIVE_PLAN = 'UPDATE pricing_plans SET archived_at = 1'
const DELETE_RATES = 'DELETE FROM legacy_pricing'

const CHANGES = {
  'a plan’s cost': [ARCHIVE_PLAN, () => updatePlan({ body: { cost: 999 }, params: plan }, admin, call())],
  'a property’s name': [
    ARCHIVE_PROPERTY,
    () => updateProperty({ body: { name: 'New' }, params: { id: 'p' } }, admin, call())
  ],
  'a property’s rules': [
    ARCHIVE_PROPERTY,
    () => updatePropertyRules({ body: { grace_minutes: 7 }, params: { id: 'p' } }, admin, call())
  ],
  'a property’s rates': [
    DELETE_RATES,
    () => updateLegacyPricing({ body: RATES, params: { property_id: 'p' } }, admin, call())
  ],
  'a rider’s photo': [
    "UPDATE users SET deleted_at = 1 WHERE id = 'r0'",
    () => updateRiderPhoto({ body: { image: picture() }, params: { id: 'r0' } }, admin, call())
  ],
  'a scooter’s PIN': [
    "UPDATE scooters SET archived_at = 1 WHERE id = 's0'",
    () => updateScooter({ body: { otp_pin: '739164' }, params: { id: 's0' } }, admin, call())
  ]
} as const

const DELETIONS = {
  plan: [ARCHIVE_PLAN, () => deletePlan({ params: plan }, admin, call())],
  'property’s rates': [DELETE_RATES, () => deleteLegacyPricing({ params: { property_id: 'p' } }, admin, call())]
} as const

beforeEach(insertPrices)

test.each(Object.entries(CHANGES))('%s does not change, and no entry says so', async (_, [deletion, change]) => {
  const afterDeletion = runBeforeWrite(deletion)
  await expect(change()).rejects.toMatchObject({ status: 404 })
  expect([stored()]).toEqual(afterDeletion)
})

test.each(Object.entries(DELETIONS))('a second deletion of a %s has no entry', async (_, [deletion, remove]) => {
  const afterDeletion = runBeforeWrite(deletion)
  await remove()
  expect([stored()]).toEqual(afterDeletion)
})

/** Calls that name the property q, which has neither scooters nor plans. */
const MOVES = {
  'a plan is not created': () => createPlan({ body: { ...PLAN, property_id: 'q' } }, admin, call()),
  'a plan is not moved to it': () => updatePlan({ body: { cost: 999, property_id: 'q' }, params: plan }, admin, call()),
  'a scooter is not created': () =>
    createScooter({ body: { name: 'Late', otp_pin: '', property_id: 'q', status: 'Available' } }, admin, call()),
  'a scooter is not moved to it': () =>
    updateScooter({ body: { otp_pin: '739164', property_id: 'q' }, params: { id: 's0' } }, admin, call())
} as const

describe.each([
  ['archived', "UPDATE properties SET archived_at = 1 WHERE id = 'q'"],
  ['deleted', "DELETE FROM properties WHERE id = 'q'"]
])('while a property is %s', (_, deletion) => {
  test.each(Object.entries(MOVES))('%s, and no entry says so', async (_move, move) => {
    insertProperty('q')
    const afterDeletion = runBeforeWrite(deletion)
    await expect(move()).rejects.toMatchObject(UNKNOWN_PROPERTY)
    expect([stored()]).toEqual(afterDeletion)
  })
})
