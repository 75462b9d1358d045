import { atom, onMount } from 'nanostores'
import { call } from '#client/http/api.ts'
import { type BookingForAdmin, listAllBookings } from '#contract/bookings/admin-bookings.ts'
import {
  createScooter,
  deleteScooter,
  migratePins,
  type ScooterForAdmin,
  updateScooter
} from '#contract/catalogue/admin-scooters.ts'
import { HAS_FLEET_RECORDS, HAS_RIDER_FILES } from '#domain/backend.ts'
import { rideEndOf } from '#domain/bookings/rides.ts'
import { LONGEST_ROW_MINUTES } from '#domain/bookings/slots.ts'
import {
  isPin,
  PAPER_KINDS,
  type PaperKind,
  parsePartialPin,
  registrationOf,
  SCOOTER_STATUSES,
  type ScooterKind,
  type ScooterStatus
} from '#domain/catalogue/scooters.ts'
import { PAGE_SIZE_MAX, UPCOMING_RIDES_SHOWN } from '#domain/constants.ts'
import { whoRodePath } from '#domain/routes.ts'
import { addMinutes, clockOf, dayOf, instantAt, parseInstant } from '#domain/time/india-time.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as whoRodeText from '#messages/admin/who-rode.ts'
import { $propertyOptions } from '#stores/admin/catalogue/property-lists.ts'
import { reloadAfterScooter } from '#stores/admin/catalogue/scooter-lists.ts'
import { createCrud } from '#stores/admin/crud/crud.ts'
import { choice, image, text } from '#stores/admin/crud/fields.ts'
import { toPartialUpdate } from '#stores/admin/crud/row-form.ts'
import { leadToLocks } from '#stores/admin/overview/overview.ts'
import { toast } from '#stores/app/toasts.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { formErrors, formFields } from '#stores/kit/forms/form.ts'
import { type Loadable, latestOnly, logFailure, whileBusy } from '#stores/kit/requests.ts'
import { $role } from '#stores/session/me.ts'
import { $savedStatus, setScooterStatus } from './scooter-status.ts'

type PaperField = `${PaperKind}_${'number' | 'until'}`

/** Of each paper its number and its last day. They are sent together. */
const paperFields = Object.fromEntries(
  PAPER_KINDS.flatMap(kind => {
    const paperOf = ({ papers }: ScooterForAdmin) => papers?.find(each => each.kind === kind)
    return [
      [`${kind}_number`, { empty: '', of: (row: ScooterForAdmin) => paperOf(row)?.number ?? '' }],
      [`${kind}_until`, { empty: '', of: (row: ScooterForAdmin) => paperOf(row)?.expires_on ?? '' }]
    ]
  })
) as Record<PaperField, { empty: string; of: (row: ScooterForAdmin) => string }>

/** The papers of which a field has changed, if there are any. */
function toPapers(typed: Record<PaperField, string>, changed: readonly string[]): { papers?: string } {
  const kinds = PAPER_KINDS.filter(kind => changed.some(field => field.startsWith(`${kind}_`)))
  const papers = kinds.map(kind => ({
    expires_on: typed[`${kind}_until`],
    kind,
    number: typed[`${kind}_number`].trim()
  }))
  return HAS_FLEET_RECORDS && papers.length > 0 ? { papers: JSON.stringify(papers) } : {}
}

/** An empty PIN means 'unchanged', but not every backend supports that. */
const toUpdate = <Body extends { otp_pin: string }>({ otp_pin, ...body }: Body, changed: readonly string[]) =>
  toPartialUpdate({ ...body, ...(otp_pin !== '' && { otp_pin }) }, [...changed, 'papers'])

/** A scooter that was just created, whose lock has to be set; null once that is closed. */
export const $createdScooter = atom<ScooterForAdmin | null>(null)

export function closeCreated(): void {
  $createdScooter.set(null)
  leadToLocks()
}

export const scooterCrud = createCrud({
  fields: {
    name: text,
    // A deleted property cannot be selected any more.
    property_id: {
      ...choice(),
      of: (row: ScooterForAdmin) => (row.property_deleted ? '' : (row.property_id ?? ''))
    },
    status: choice<ScooterStatus>(SCOOTER_STATUSES[0]),
    // A PIN that is not six digits would fail validation on save. It stays in the database until it is migrated.
    otp_pin: { ...choice(), of: ({ otp_pin }: ScooterForAdmin) => (otp_pin !== null && isPin(otp_pin) ? otp_pin : '') },
    needs_license: {
      empty: 'true',
      of: (row: ScooterForAdmin) => String(row.needs_license ?? true),
      sent: (chosen: string) => (HAS_RIDER_FILES ? (chosen as 'false' | 'true') : undefined)
    },
    image,
    kind: { empty: '', sent: (chosen: string) => (HAS_FLEET_RECORDS ? (chosen as '' | ScooterKind) : undefined) },
    registration_number: {
      empty: '',
      sent: (typed: string) => (HAS_FLEET_RECORDS ? registrationOf(typed) : undefined)
    },
    ...paperFields
  },
  getId: ({ id }: ScooterForAdmin) => id,
  getName: ({ name }) => name,
  together: toPapers,
  create: async body => $createdScooter.set(await call(createScooter, { body })),
  keepIfEmpty: ['name', 'otp_pin'],
  fieldByRefusal: { registration_taken: 'registration_number', scooter_has_rides: 'property_id' },
  // Its rider needs the new PIN, or is late with it.
  needsConfirmation: (row, changed) =>
    changed.includes('otp_pin') && (Boolean(row.is_late) || rideEndOf(row, currentTime()) !== null),
  reload: reloadAfterScooter,
  remove: ({ id }) => call(deleteScooter, { params: { id } }),
  // Riders only see scooters that have a property, so preselect one.
  defaults: () => ({ property_id: $propertyOptions.get()?.[0]?.id ?? '' }),
  schemas: { create: createScooter.body, update: updateScooter.body },
  update: ({ id }, body, changed) => call(updateScooter, { body: toUpdate(body, changed), params: { id } }),
  messages: catalogueText.scooters
})

onMount(scooterCrud.$editing, () => $propertyOptions.listen(scooterCrud.applyLateDefaults))

export function addAnother(): void {
  $createdScooter.set(null)
  scooterCrud.add()
}

/** Rejects input other than up to six digits: dropping the other characters would produce a different PIN. */
export function setPin(typed: string): void {
  const pin = parsePartialPin(typed)
  if (pin === null) scooterCrud.setFieldError('otp_pin', catalogueText.scooters.pinDigitsOnly)
  else scooterCrud.setField('otp_pin', pin)
}

export const $isMigrateDialogOpen = atom(false)
export const $isMigratingPins = atom(false)

export const openMigrateDialog = (): void => $isMigrateDialogOpen.set(true)

export const closeMigrateDialog = (): void => $isMigrateDialogOpen.set(false)

export async function migrateAllPins(): Promise<void> {
  await whileBusy($isMigratingPins, catalogueText.scooters.migrateFailed, async () => {
    const { message } = await call(migratePins).finally(closeMigrateDialog)
    toast('success', message || catalogueText.scooters.migrated)
    return reloadAfterScooter
  })
}

// Maintenance and back with one press. Paid rides of the scooter stay booked, so they are shown before.

/** The scooter that an admin wants to set to Maintenance although it has paid rides; null while no dialog is open. */
export const $rowForMaintenance = atom<ScooterForAdmin | null>(null)
/** The next paid rides of that scooter. */
export const $upcomingRides = atom<Loadable<readonly BookingForAdmin[]>>('loading')

const beginRequest = latestOnly()

async function loadUpcomingRides({ id }: ScooterForAdmin): Promise<void> {
  const isLatest = beginRequest()
  $upcomingRides.set('loading')
  const now = currentTime()
  // A ride under way may have started yesterday.
  const from = dayOf(addMinutes(now, -LONGEST_ROW_MINUTES))
  const query = {
    from,
    per_page: String(PAGE_SIZE_MAX),
    scooter_id: id,
    sort: 'start_time',
    status: 'Completed'
  } as const
  // The dialog shows the number of rides also without the list.
  const rides = await logFailure(call(listAllBookings, { query }))
  if (!isLatest()) return
  const ahead = rides?.filter(({ end_time }) => parseInstant(end_time) > now)
  $upcomingRides.set(ahead?.slice(0, UPCOMING_RIDES_SHOWN) ?? 'failed')
}

// The form and the question of this scooter must not show or send the old status.
$savedStatus.listen(saved => {
  if (saved === null) return
  if (scooterCrud.$editedRow.get()?.id === saved.id) scooterCrud.applySaved({ status: saved.status })
  if ($rowForMaintenance.get()?.id === saved.id) cancelMaintenance()
})

/** Another backend also needs the row's other fields. */
function changeStatus(row: ScooterForAdmin, status: ScooterStatus): Promise<void> {
  const body = scooterCrud.toBody({ ...scooterCrud.typedOf(row), status }, [])
  return setScooterStatus(row, status, toUpdate(body, ['status']))
}

/** Sets the scooter to Maintenance, or back to Available. With paid rides ahead, a dialog asks first. */
export async function toggleMaintenance(row: ScooterForAdmin): Promise<void> {
  if (row.status === 'Maintenance') return changeStatus(row, 'Available')
  if (!row.rides_ahead) return changeStatus(row, 'Maintenance')
  $rowForMaintenance.set(row)
  // A caretaker may not read the bookings.
  if ($role.get() !== 'caretaker') await loadUpcomingRides(row)
}

export function cancelMaintenance(): void {
  beginRequest()
  $rowForMaintenance.set(null)
}

export async function confirmMaintenance(): Promise<void> {
  const row = $rowForMaintenance.get()
  if (row) await changeStatus(row, 'Maintenance')
}

// The question who had a scooter at a time.

type Scooter = Pick<ScooterForAdmin, 'id' | 'name'>

/** Null while the question is closed. */
export const $askedScooter = atom<Scooter | null>(null)

const errors = formErrors<'clock' | 'day'>({ fields: ['day', 'clock'], isQuiet: true })

export const whoRodeForm = {
  ...errors,
  ...formFields({ clock: '', day: '' }, () => errors.clearErrors())
}

export function askWhoRode(scooter: Scooter | null): void {
  const now = currentTime()
  errors.clearErrors()
  whoRodeForm.$fields.set({ clock: clockOf(now), day: dayOf(now) })
  $askedScooter.set(scooter)
}

/** Opens the page with the answer, unless the time is still ahead. */
export async function showWhoRode(): Promise<void> {
  const scooter = $askedScooter.get()
  const { clock, day } = whoRodeForm.$fields.get()
  const at = instantAt(day, clock)
  if (!(at <= currentTime())) errors.showFieldError('day', whoRodeText.invalidTime)
  else if (scooter) location.assign(whoRodePath(scooter.id, at))
}
