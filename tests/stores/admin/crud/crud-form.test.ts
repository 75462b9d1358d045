// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { createCrudForm } from '#stores/admin/crud/crud-form.ts'

test('a default that loads after the form has opened clears the error of its empty field only', () => {
  const defaults = { property_id: '' }
  const form = createCrudForm<object, { name: string; property_id: string }>({
    defaults: () => defaults,
    empty: () => ({ name: '', property_id: '' })
  })
  form.open({ mode: 'create' }, form.newFields())
  form.errors.showErrors('Two fields are missing', { name: 'Enter a name', property_id: 'Choose a property' })
  defaults.property_id = '7'
  form.applyLateDefaults()
  expect(form.$fields.get()).toEqual({ name: '', property_id: '7' })
  expect(form.errors.$errors.get()).toEqual({ name: 'Enter a name' })
  form.close()
})
