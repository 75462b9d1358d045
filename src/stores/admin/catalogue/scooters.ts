import { atom, onMount } from 'nanostores'
import { call } from '#client/http/api.ts'
import {
  createScooter,
  deleteScooter,
  migratePins,
  type ScooterForAdmin,
  updateScooter
} from '#contract/catalogue/admin-scooters.ts'
import { isPin, parsePartialPin } from '#domain/catalogue/pin.ts'
import { SCOOTER_STATUSES, type ScooterStatus } from '#domain/catalogue/scooter-status.ts'
import * as text from '#messages/admin/catalogue/catalogue.ts'
import { createCrud } from '#stores/admin/crud/crud.ts'
import { toPartialUpdate } from '#stores/admin/crud/partial-update.ts'
import { $propertyOptions, reloadAfter } from '#stores/admin/dashboard-lists.ts'
import { toast } from '#stores/app/toasts.ts'
import { whileBusy } from '#stores/kit/errors.ts'

interface ScooterFields {
  [field: string]: File | string | null
  image: File | null
  name: string
  otp_pin: string
  property_id: string
  status: string
}

function toBody({ name, otp_pin, property_id, status }: ScooterFields) {
  return { name: name.trim(), otp_pin, property_id, status: status as ScooterStatus }
}

const imageOf = ({ image }: ScooterFields) => (image ? { image } : {})

function toFields({ name, otp_pin, property_deleted, property_id, status }: ScooterForAdmin): ScooterFields {
  return {
    image: null,
    name,
    // A PIN that is not six digits would fail validation on save. It stays in the database until it is migrated.
    otp_pin: otp_pin !== null && isPin(otp_pin) ? otp_pin : '',
    // A deleted property cannot be selected any more.
    property_id: property_deleted ? '' : (property_id ?? ''),
    status
  }
}

function update({ id }: ScooterForAdmin, fields: ScooterFields, changed: readonly string[]) {
  const { otp_pin, ...body } = toBody(fields)
  // An empty PIN means 'unchanged', but not every backend supports that.
  const sent = toPartialUpdate({ ...body, ...(otp_pin !== '' && { otp_pin }) }, changed)
  return call(updateScooter, { body: { ...sent, ...imageOf(fields) }, params: { id } })
}

export const scooterCrud = createCrud<ScooterForAdmin, ScooterFields>({
  toBody,
  create: fields => call(createScooter, { body: { ...toBody(fields), ...imageOf(fields) } }),
  empty: () => ({
    name: '',
    property_id: '',
    status: SCOOTER_STATUSES[0],
    otp_pin: '',
    image: null
  }),
  toFields,
  getId: ({ id }) => id,
  keepIfEmpty: ['name', 'otp_pin'],
  reload: () => reloadAfter('scooters'),
  remove: ({ id }) => call(deleteScooter, { params: { id } }),
  // Riders only see scooters that have a property, so preselect one.
  defaults: () => ({ property_id: $propertyOptions.get()?.[0]?.id ?? '' }),
  schemas: { create: createScooter.body, update: updateScooter.body },
  update,
  messages: text.scooters
})

onMount(scooterCrud.$editing, () => $propertyOptions.listen(scooterCrud.applyLateDefaults))

/** Rejects input other than up to six digits: dropping the other characters would produce a different PIN. */
export function setPin(typed: string): void {
  const pin = parsePartialPin(typed)
  if (pin === null) scooterCrud.setFieldError('otp_pin', text.scooters.pinDigitsOnly)
  else scooterCrud.setField('otp_pin', pin)
}

/** Saves a new status of a row, without its form. Another backend also needs the row's other fields. */
export async function saveStatus(row: ScooterForAdmin, status: ScooterStatus) {
  const saved = await update(row, { ...toFields(row), status }, ['status'])
  // The form of this row must not show or send the old status.
  if (scooterCrud.$editedRow.get()?.id === row.id) scooterCrud.applySaved({ status })
  return saved
}

export const $isMigrateDialogOpen = atom(false)
export const $isMigratingPins = atom(false)

export function openMigrateDialog(): void {
  $isMigrateDialogOpen.set(true)
}

export function closeMigrateDialog(): void {
  $isMigrateDialogOpen.set(false)
}

export async function migrateAllPins(): Promise<void> {
  await whileBusy($isMigratingPins, text.scooters.migrateFailed, async () => {
    const { message } = await call(migratePins).finally(closeMigrateDialog)
    toast('success', message || text.scooters.migrated)
    return () => reloadAfter('scooters')
  })
}
