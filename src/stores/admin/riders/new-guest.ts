import { atom } from 'nanostores'
import { call, callPage, validationIssues } from '#client/http/api.ts'
import { shrinkPhoto } from '#client/uploads/photos.ts'
import { listRiders, type RiderForAdmin } from '#contract/riders/admin-riders.ts'
import * as contract from '#contract/riders/guests.ts'
import { newRequestId } from '#domain/kit/text.ts'
import * as guestsText from '#messages/admin/guests.ts'
import { $propertyOptions } from '#stores/admin/catalogue/property-lists.ts'
import { createRowFields } from '#stores/admin/list/row-dialogs.ts'
import { reloadAfterRider } from '#stores/admin/riders/rider-lists.ts'
import { toast } from '#stores/app/toasts.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { createRidePhoto } from '#stores/kit/forms/photo.ts'
import { logFailure, onRefusal, whileBusy } from '#stores/kit/requests.ts'
import { computed } from '#stores/kit/ssr-values.ts'

// The desk adds a guest without an email.

export interface NewGuest {
  /** Gets the guest who was added, or the rider with the guest's number whom the desk has chosen. */
  onAdded: (rider: RiderForAdmin) => void
  /** The property that is chosen at first. */
  property_id?: string | undefined
  /** The label of the button that chooses such a rider. */
  chooseText: (name: string) => string
}

/** For whom the panel is open; null while it is closed. */
export const $newGuest = atom<NewGuest | null>(null)
export const $isAdding = atom(false)
/** The riders who have the guest's number; null before the server says that somebody has it. */
export const $samePhone = atom<readonly RiderForAdmin[] | null>(null)
/** It goes to our own storage. */
export const licence = createRidePhoto()

const FORM = 'guest'
const FIELDS = ['name', 'phone', 'date_of_birth', 'licence', 'expires_on', 'property_id', 'terms_version'] as const
type Field = (typeof FIELDS)[number]

const fields = createRowFields<Field>(
  computed($newGuest, guest => guest && FORM),
  FIELDS
)
/** A repeated request adds one guest. What is typed after a failure is another guest. */
let guestId = newRequestId()

function setField(field: Field, text: string): void {
  guestId = newRequestId()
  $samePhone.set(null)
  fields.setField(field, text)
}

export const guestForm = { ...fields, setField }

export function chooseLicence(photo: File): void {
  fields.clearError('licence')
  void licence.choose(photo)
}

/** What was typed before stays, until the guest is added or the form is cancelled. */
export function openNewGuest(guest: NewGuest): void {
  fields.clearErrors()
  $samePhone.set(null)
  $newGuest.set(guest)
  const [only, other] = $propertyOptions.get() ?? []
  const chosen = guest.property_id || (other ? '' : only?.id)
  if (chosen) fields.setField('property_id', chosen)
}

export const closeNewGuest = (): void => $newGuest.set(null)

function clear(): void {
  guestId = newRequestId()
  fields.clear(FORM)
  licence.remove()
}

export function cancelNewGuest(): void {
  clear()
  closeNewGuest()
}

/** Goes on with this rider instead of a new guest. */
export function chooseRider(rider: RiderForAdmin): void {
  const guest = $newGuest.get()
  cancelNewGuest()
  guest?.onAdded(rider)
}

async function loadSamePhone(phone: string): Promise<readonly RiderForAdmin[]> {
  const found = await logFailure(callPage(listRiders, { page: '1', q: phone }))
  return found?.rows ?? []
}

const ERRORS_AT = {
  file_too_large: 'licence',
  not_an_image: 'licence',
  phone_known: 'phone',
  property_not_found: 'property_id'
} as const

/** `isSomebodyElse`: the guest is none of the riders with this number. */
export async function addGuest(isSomebodyElse = false): Promise<void> {
  const photo = licence.$photo.get()
  const typed = Object.fromEntries(FIELDS.map(field => [field, fields.$fields.get()[field].trim()]))
  const guest = { ...typed, licence: photo } as Record<Exclude<Field, 'licence'>, string> & { licence: File | null }
  if (fields.showIssues(validationIssues(contract.guestFields(currentTime), guest)) || photo === null) return
  await whileBusy($isAdding, guestsText.panel.failed, async () => {
    $samePhone.set(null)
    const sent = shrinkPhoto(photo).then(smaller =>
      call(contract.addGuest, {
        body: { ...guest, id: guestId, licence: smaller, same_phone: isSomebodyElse ? 'true' : 'false' }
      })
    )
    const request = onRefusal(sent, ['phone_known'], async refusal => {
      $samePhone.set(await loadSamePhone(guest.phone))
      throw refusal
    })
    const added = await fields.toastFailure(request, guestsText.panel.failed, ERRORS_AT)
    if (added === null) return
    // What opens now may remove the messages of before.
    chooseRider(added)
    toast('success', guestsText.panel.added)
    return reloadAfterRider
  })
}
