import { beforeEach, describe, expect, test } from 'vitest'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as propertyRulesText from '#messages/admin/catalogue/property-rules.ts'
import { GOA, KARNATAKA, startInvoicing } from '#tests/helpers/data/invoicing.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { startHarnessForEachTest } from '#tests/model/harness/harness.ts'
import { insertProperty, PROPERTY } from '#tests/model/harness/seed.ts'

// How the rides of a property are invoiced, and the kinds of its scooters, which decide the tax.

startHarnessForEachTest()
startInvoicing()

const choose = (gst_registration: string | null) => calls.setRules(PROPERTY, { gst_registration })
const setKinds = () => rows("UPDATE scooters SET kind = 'petrol'")
const missing = (...scooters: string[]) => ({ detail: catalogueText.kindsMissing(scooters.join(', ')), status: 409 })

describe('the registration of a property', () => {
  test('is one of the owner, none, or not chosen', async () => {
    setKinds()
    for (const choice of [GOA.gstin, 'none', null, KARNATAKA.gstin])
      expect(await choose(choice)).toMatchObject({ body: { gst_registration: choice }, isDone: true })
    expect(await choose('27AAPFU0939F1ZV')).toMatchObject({
      detail: [{ msg: propertyRulesText.chooseRegistration }],
      status: 422
    })
  })

  test('is chosen once the kind of each scooter there is known', async () => {
    expect(await choose(GOA.gstin)).toMatchObject(missing('s0', 's1'))
    rows("UPDATE scooters SET kind = 'petrol' WHERE id = 's0'")
    expect(await choose(GOA.gstin)).toMatchObject(missing('s1'))
    rows("UPDATE scooters SET archived_at = 1 WHERE id = 's1'")
    expect(await choose(GOA.gstin)).toMatchObject({ isDone: true })
    rows('UPDATE scooters SET kind = NULL')
    expect(await choose(GOA.gstin), 'the same choice again').toMatchObject({ isDone: true })
    expect(await choose('none')).toMatchObject({ isDone: true })
  })
})

describe('a scooter without a kind', () => {
  beforeEach(async () => {
    setKinds()
    await choose(GOA.gstin)
    rows("UPDATE scooters SET kind = NULL WHERE id = 's1'")
  })

  test('is not saved where rides are invoiced, and not moved there', async () => {
    expect(await calls.saveScooter('s1', { kind: '' })).toMatchObject(missing('s1'))
    expect(await calls.saveScooter('s0', { kind: '' })).toMatchObject(missing('s0'))
    insertProperty('q')
    expect(await calls.saveScooter('s1', { property_id: 'q' })).toMatchObject({ isDone: true })
    expect(await calls.saveScooter('s1', { property_id: PROPERTY })).toMatchObject(missing('s1'))
    expect(await calls.saveScooter('s1', { kind: 'petrol', property_id: PROPERTY })).toMatchObject({ isDone: true })
  })

  test('is taken out of service all the same', async () => {
    expect(await calls.setScooterStatus('s1', 'Maintenance')).toMatchObject({ isDone: true })
  })
})
