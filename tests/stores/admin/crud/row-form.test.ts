// @vitest-environment jsdom
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createRowForm } from '#stores/admin/crud/row-form.ts'

test('a default that loads after the form has opened clears the error of its empty field only', () => {
  const defaults = { property_id: '' }
  const form = createRowForm<object, { name: string; property_id: string }>({
    defaults: () => defaults,
    empty: () => ({ name: '', property_id: '' }),
    messages: { updated: '', updateFailed: '' },
    schemas: { update: v.unknown() },
    toBody: fields => fields,
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
