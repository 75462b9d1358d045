// @vitest-environment jsdom

import * as v from 'valibot'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  createProperty,
  deleteProperty,
  listAllProperties,
  updateProperty
} from '#contract/catalogue/admin-properties.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as formsText from '#messages/admin/forms.ts'
import { text } from '#stores/admin/crud/fields.ts'
import { createRowForm } from '#stores/admin/crud/row-form.ts'
import { errorFault } from '#tests/helpers/servers/fault-server.ts'
import { lake, loadedRows, openTab, palm } from '#tests/stores/admin/page.ts'
import {
  asksBeforeLeaving,
  mountStores,
  server,
  setUpBrowserTab,
  shownToasts,
  waitForTask,
  waitUntil
} from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

const newProperty = { location: 'Ooty', name: 'Hill House' }
const detail = (...names: string[]) => names.map(name => ({ loc: ['body', name], msg: `${name}?`, type: 'check' }))

async function openProperties() {
  const { lists } = await openTab('properties')
  server.answer(createProperty, { ...palm, id: 3 })
  server.answer(updateProperty, palm)
  server.answer(deleteProperty, { message: '' })
  const { propertyCrud } = await import('#stores/admin/catalogue/properties.ts')
  mountStores(propertyCrud.$changed, propertyCrud.$editing, propertyCrud.$fields)
  // These tests share one window, so an open form would ask for confirmation in the next test.
  onTestFinished(propertyCrud.cancel)
  const [first, second] = loadedRows(lists.properties)
  if (!first || !second) throw new Error('no properties have loaded')
  return { crud: propertyCrud, first, lists, second }
}

type Opened = Awaited<ReturnType<typeof openProperties>>['crud']

function fill(crud: Opened, fields: Partial<typeof newProperty>): void {
  for (const [name, value] of Object.entries(fields)) crud.setField(name as keyof typeof newProperty, value)
}

describe('creating', () => {
  test('starts with an empty form, sends trimmed values, shows a message and closes the form', async () => {
    const { crud } = await openProperties()
    crud.add()
    const empty = { image: null, location: '', name: '' }
    expect([crud.$editing.get(), crud.$fields.get()]).toMatchObject([{ mode: 'create' }, empty])
    fill(crud, { location: ' Ooty ', name: ' Hill House ' })
    await waitForTask(crud.save())
    expect(server.requestsTo(createProperty).map(({ body }) => body)).toEqual([
      { location: 'Ooty', name: 'Hill House' }
    ])
    expect(await shownToasts()).toEqual([catalogueText.properties.created])
    expect(crud.$editing.get()).toBeNull()
    crud.add()
    expect(crud.$fields.get()).toMatchObject(empty)
  })

  test("shows the first error in the form's order as a message, and each error by its field", async () => {
    const { crud } = await openProperties()
    crud.add()
    await waitForTask(crud.save())
    expect(await shownToasts()).toEqual([formsText.nameRequired])
    expect(Object.keys(crud.$errors.get()).toSorted()).toEqual(['location', 'name'])
    fill(crud, { name: 'Hill House' })
    expect(Object.keys(crud.$errors.get())).toEqual(['location'])
    expect(server.requestCount(createProperty)).toBe(0)
  })

  test('sends one request for repeated presses', async () => {
    const { crud } = await openProperties()
    crud.add()
    fill(crud, newProperty)
    await waitForTask(Promise.all([crud.save(), crud.save(), crud.save()]))
    expect([server.requestCount(createProperty), await shownToasts()]).toEqual([1, [catalogueText.properties.created]])
  })

  test('does not block the form while the lists reload', async () => {
    const { crud } = await openProperties()
    server.fail(listAllProperties, { kind: 'slow' })
    crud.add()
    fill(crud, newProperty)
    const saving = crud.save()
    await waitUntil(() => server.hasSlowRequests())
    expect(crud.$isSaving.get()).toBe(false)
    crud.add()
    fill(crud, { ...newProperty, name: 'Another' })
    void crud.save()
    await waitUntil(() => server.requestCount(createProperty) === 2)
    server.clearFaults()
    server.release()
    await waitForTask(saving)
  })
})

describe('a form that the server rejects', () => {
  test("shows a 422's errors as a message and by each field, including the image URL", async () => {
    const { crud } = await openProperties()
    crud.add()
    fill(crud, newProperty)
    const list = detail('location', 'image_url', 'colour')
    server.fail(createProperty, errorFault(list, 422))
    await waitForTask(crud.save())
    expect(await shownToasts()).toEqual([
      'Validation error: body.location: location?, body.image_url: image_url?, body.colour: colour?'
    ])
    expect(crud.$errors.get()).toEqual({ image: 'image_url?', location: 'location?' })
  })

  test('does not change a form that was opened meanwhile', async () => {
    const { crud, second } = await openProperties()
    crud.add()
    fill(crud, newProperty)
    server.fail(createProperty, { kind: 'slow' })
    const saving = crud.save()
    await waitUntil(() => server.hasSlowRequests())
    crud.cancel()
    crud.edit(second)
    fill(crud, { name: 'Lake House' })
    server.clearFaults()
    server.release()
    await waitForTask(saving)
    expect(await shownToasts()).toEqual([catalogueText.properties.created])
    expect([crud.$editing.get(), crud.$fields.get().name, crud.$errors.get()]).toEqual([
      { mode: 'edit', row: second },
      'Lake House',
      {}
    ])
  })
})

describe('editing', () => {
  test("starts with the row's values and sends only changed fields", async () => {
    const { crud, first } = await openProperties()
    crud.edit(first)
    expect(crud.$fields.get()).toMatchObject({ image: null, location: 'Kochi', name: 'Palm Grove' })
    fill(crud, { location: 'Fort Kochi' })
    await waitForTask(crud.save())
    expect(server.requestsTo(updateProperty).map(({ body, path }) => [path, body])).toEqual([
      ['/api/admin/properties/1', { location: 'Fort Kochi' }]
    ])
    expect(await shownToasts()).toEqual([catalogueText.properties.updated])
    expect(crud.$editing.get()).toBeNull()
  })

  test('omits an emptied name and sends the other changes', async () => {
    const { crud, first } = await openProperties()
    crud.edit(first)
    fill(crud, { location: 'Fort Kochi', name: ' ' })
    await waitForTask(crud.save())
    expect(server.requestsTo(updateProperty).map(({ body }) => body)).toEqual([{ location: 'Fort Kochi' }])
    expect(await shownToasts()).toEqual([catalogueText.properties.updated])
  })

  test.each([
    ['only surrounding spaces were typed', { location: 'Kochi', name: '  Palm Grove ' }],
    ['fields were only emptied, whose values it restores', { location: '', name: '  ' }]
  ])('sends nothing when %s', async (_, typed) => {
    const { crud, first } = await openProperties()
    crud.edit(first)
    fill(crud, typed)
    expect(crud.$changed.get()).toEqual([])
    await waitForTask(crud.save())
    expect([await shownToasts(), server.requestCount(updateProperty)]).toEqual([[formsText.noChanges], 0])
    expect(crud.$fields.get()).toMatchObject({ location: 'Kochi' })
    expect(crud.$editing.get()).not.toBeNull()
  })

  test('resets the form on Cancel without a confirmation', async () => {
    const { crud, first } = await openProperties()
    crud.edit(first)
    fill(crud, { name: 'Mistyped' })
    crud.cancel()
    expect([crud.$editing.get(), crud.$pendingAction.get()]).toEqual([null, null])
    crud.edit(first)
    expect(crud.$fields.get().name).toBe('Palm Grove')
  })
})

describe('unsaved changes', () => {
  test.each([
    ['closing', (crud: Opened) => crud.close(), null],
    ['adding', (crud: Opened) => crud.add(), 'create'],
    ['editing another', (crud: Opened) => crud.edit({ ...lake, id: '2', parking_note: null }), 'edit']
  ])('require a confirmation before %s, and are kept or discarded', async (_, leave, mode) => {
    const { crud, first } = await openProperties()
    crud.edit(first)
    fill(crud, { name: 'Palm House' })
    leave(crud)
    crud.keepEditing()
    expect([crud.$fields.get().name, crud.$pendingAction.get()]).toEqual(['Palm House', null])
    leave(crud)
    expect(crud.$pendingAction.get()).not.toBeNull()
    crud.discard()
    expect([crud.$editing.get()?.mode ?? null, crud.$pendingAction.get()]).toEqual([mode, null])
    expect(crud.$changed.get()).toEqual([])
  })

  test("trigger the browser's confirmation on leaving while the admin is signed in", async () => {
    const { crud, first } = await openProperties()
    crud.edit(first)
    expect(asksBeforeLeaving()).toBe(false)
    fill(crud, { name: 'Palm House' })
    expect(asksBeforeLeaving()).toBe(true)
    const { signOut } = await import('#stores/session/session.ts')
    void signOut()
    expect(asksBeforeLeaving()).toBe(false)
  })
})

describe('deleting', () => {
  test("asks for a confirmation, shows the server's message, closes the row's form and reloads the lists", async () => {
    const { crud, first, lists } = await openProperties()
    server.answer(deleteProperty, { message: 'Property archived' })
    server.answer(listAllProperties, [lake])
    crud.edit(first)
    crud.requestDelete(first)
    crud.cancelDelete()
    await waitForTask(crud.confirmDelete())
    expect(server.requestCount(deleteProperty)).toBe(0)
    crud.requestDelete(first)
    await waitForTask(crud.confirmDelete())
    expect(server.requestsTo(deleteProperty).map(({ path }) => path)).toEqual(['/api/admin/properties/1'])
    expect([await shownToasts(), crud.$rowToDelete.get(), crud.$editing.get()]).toEqual([
      ['Property archived'],
      null,
      null
    ])
    expect(lists.$propertyOptions.get()).toHaveLength(1)
  })

  test('keeps the form of another row open', async () => {
    const { crud, first, second } = await openProperties()
    crud.edit(second)
    fill(crud, { name: 'Lake House' })
    crud.requestDelete(first)
    await waitForTask(crud.confirmDelete())
    expect(await shownToasts()).toEqual([catalogueText.properties.deleted])
    expect([crud.$editing.get(), crud.$fields.get().name]).toEqual([{ mode: 'edit', row: second }, 'Lake House'])
  })

  test('does not close a confirmation that was opened meanwhile', async () => {
    const { crud, first, second } = await openProperties()
    server.fail(deleteProperty, { kind: 'slow' })
    crud.requestDelete(first)
    const deleting = crud.confirmDelete()
    await waitUntil(() => server.hasSlowRequests())
    crud.cancelDelete()
    crud.requestDelete(second)
    server.clearFaults()
    server.release()
    await waitForTask(deleting)
    expect(crud.$rowToDelete.get()).toBe(second)
  })
})

test('a default that loads after the form has opened clears the error of its empty field only', () => {
  const defaults = { property_id: '' }
  const form = createRowForm({
    defaults: () => defaults,
    fields: { name: text, property_id: text },
    getId: () => '',
    messages: { updated: '', updateFailed: '' },
    schemas: { update: v.unknown() },
    update: async () => undefined
  })
  form.open({ mode: 'create' }, form.newFields())
  form.showErrors('Two fields are missing', { name: 'Enter a name', property_id: 'Choose a property' })
  defaults.property_id = '7'
  form.applyLateDefaults()
  expect(form.$fields.get()).toEqual({ name: '', property_id: '7' })
  expect(form.$errors.get()).toEqual({ name: 'Enter a name' })
  form.cancel()
})
