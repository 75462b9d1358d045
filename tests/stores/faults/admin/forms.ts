import {
  createLegacyPricing,
  createPlan,
  deleteLegacyPricing,
  deletePlan,
  updateLegacyPricing,
  updatePlan
} from '#contract/catalogue/admin-pricing.ts'
import { createProperty, deleteProperty, updateProperty } from '#contract/catalogue/admin-properties.ts'
import { createScooter, deleteScooter, migratePins, updateScooter } from '#contract/catalogue/admin-scooters.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { getStats } from '#contract/overview/stats.ts'
import { uploadImage } from '#contract/uploads/uploads.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import { loadedRows, openTab, palm, picture, plan, rates, scooter } from '#tests/stores/admin/page.ts'
import { mountStores, server } from '#tests/stores/browser-tab.ts'
import type { FaultCase, Screen } from '#tests/stores/faults/faults.ts'

// The calls of the four forms of the catalogue.

type FormNoun = 'plans' | 'pricing' | 'properties' | 'scooters'

const FORMS = {
  plans: async () => (await import('#stores/admin/catalogue/pricing.ts')).planCrud,
  pricing: async () => (await import('#stores/admin/catalogue/pricing.ts')).pricingCrud,
  properties: async () => (await import('#stores/admin/catalogue/properties.ts')).propertyCrud,
  scooters: async () => (await import('#stores/admin/catalogue/scooters.ts')).scooterCrud
}

const TYPED: Record<FormNoun, Record<string, string>> = {
  plans: { cost: '90', name: 'Quick Hop' },
  pricing: { hourly_3: '155' },
  properties: { location: 'Ooty', name: 'Hill House' },
  scooters: { name: 'Ola S1' }
}

/** The form that the four tabs have in common. */
interface Form {
  $isDeleting: { get: () => boolean }
  $editing: { get: () => unknown; listen: (task: () => void) => () => void }
  $fields: { get: () => unknown }
  $isSaving: { get: () => boolean }
  add: () => void
  requestDelete: (row: unknown) => void
  confirmDelete: () => Promise<void>
  edit: (row: unknown) => void
  save: () => Promise<void>
  setField: (field: string, value: unknown) => void
}

export async function opened(noun: FormNoun) {
  const { lists } = await openTab(noun)
  server.answer(createLegacyPricing, rates)
  server.answer(createPlan, plan)
  server.answer(createProperty, palm)
  server.answer(createScooter, scooter)
  server.answer(updateLegacyPricing, rates)
  server.answer(updatePlan, plan)
  server.answer(updateProperty, palm)
  server.answer(updateScooter, scooter)
  server.answer(uploadImage, { url: '/api/images/hill' })
  const crud = (await FORMS[noun]()) as unknown as Form
  mountStores(crud.$editing)
  const [row] = loadedRows<unknown>(lists[noun])
  return { crud, row }
}

async function saving(noun: FormNoun, action: 'create' | 'update', image?: File): Promise<Screen> {
  const { crud, row } = await opened(noun)
  if (action === 'create') crud.add()
  else crud.edit(row)
  for (const [field, value] of Object.entries({ ...TYPED[noun], ...(image && { image }) })) crud.setField(field, value)
  return {
    call: () => crud.save(),
    hasSucceeded: () => crud.$editing.get() === null,
    isBusy: () => crud.$isSaving.get(),
    preservedInput: () => crud.$fields.get()
  }
}

async function deleting(noun: FormNoun, endpoint: Endpoint): Promise<Screen> {
  const { crud, row } = await opened(noun)
  server.answer(endpoint, { message: '' })
  const requestsBefore = server.requestCount(getStats)
  return {
    call: () => {
      crud.requestDelete(row)
      return crud.confirmDelete()
    },
    hasSucceeded: () => server.requestCount(getStats) > requestsBefore,
    isBusy: () => crud.$isDeleting.get()
  }
}

interface Calls {
  create: Endpoint
  remove: Endpoint
  update: Endpoint
}

const MESSAGES = {
  plans: catalogueText.plans,
  pricing: catalogueText.pricing,
  properties: catalogueText.properties,
  scooters: catalogueText.scooters
}

function formRows(noun: FormNoun, { create, remove, update }: Calls): FaultCase[] {
  const file = `stores/admin/catalogue/${noun === 'plans' ? 'pricing' : noun}.ts`
  const { createFailed, deleteFailed, updateFailed } = MESSAGES[noun]
  const errorOf = (sentence: string) => ({ prefersDetail: true, sentence }) as const
  return [
    { file, endpoint: create, open: () => saving(noun, 'create'), error: errorOf(createFailed) },
    { file, endpoint: update, open: () => saving(noun, 'update'), error: errorOf(updateFailed) },
    { file, endpoint: remove, open: () => deleting(noun, remove), error: errorOf(deleteFailed) }
  ]
}

async function migrating(): Promise<Screen> {
  await opened('scooters')
  server.answer(migratePins, { message: '' })
  const { $isMigrateDialogOpen, $isMigratingPins, migrateAllPins, openMigrateDialog } = await import(
    '#stores/admin/catalogue/scooters.ts'
  )
  const requestsBefore = server.requestCount(getStats)
  return {
    call: () => {
      openMigrateDialog()
      return migrateAllPins()
    },
    hasSucceeded: () => server.requestCount(getStats) > requestsBefore && !$isMigrateDialogOpen.get(),
    isBusy: () => $isMigratingPins.get()
  }
}

export const formCaseRows: readonly FaultCase[] = [
  ...formRows('properties', { create: createProperty, remove: deleteProperty, update: updateProperty }),
  ...formRows('scooters', { create: createScooter, remove: deleteScooter, update: updateScooter }),
  ...formRows('pricing', { create: createLegacyPricing, remove: deleteLegacyPricing, update: updateLegacyPricing }),
  ...formRows('plans', { create: createPlan, remove: deletePlan, update: updatePlan }),
  {
    file: 'client/uploads/uploads.ts',
    isUpload: true,
    endpoint: uploadImage,
    open: () => saving('properties', 'create', picture()),
    error: { sentence: /^Image upload failed: ./ }
  },
  {
    file: 'stores/admin/catalogue/scooters.ts',
    endpoint: migratePins,
    open: migrating,
    error: { prefersDetail: true, sentence: catalogueText.scooters.migrateFailed }
  }
]
