import { atom, onMount } from 'nanostores'
import { call, validationIssues } from '#client/http/api.ts'
import type { PropertyForAdmin } from '#contract/catalogue/admin-properties.ts'
import { updatePropertyRules } from '#contract/catalogue/property-rules.ts'
import { PAUSED_WITHOUT_END } from '#domain/bookings/opening.ts'
import { addDays, dayOf, instantAt, isDay } from '#domain/time/india-time.ts'
import * as propertyRulesText from '#messages/admin/catalogue/property-rules.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { reloadAfter } from '#stores/admin/dashboard-lists.ts'
import { toast } from '#stores/app/toasts.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { formErrors, formFields } from '#stores/kit/forms/form.ts'
import { busyRow, whileBusy } from '#stores/kit/requests.ts'
import { confirmUnsaved } from '#stores/session/page-guard.ts'

// No ride of a property can be booked that starts before a time, or none until somebody resumes. Its rides stay booked.

/** The property that is to be paused; null while the dialog is closed. */
export const $propertyToPause = atom<PropertyForAdmin | null>(null)
export const $isPausing = atom(false)
/** Ids of the properties that are being resumed. */
export const $resumingIds = atom<readonly string[]>([])

const FIELDS = { end: 'time', day: '', time: '10:00', note: '' }
type Field = keyof typeof FIELDS

const errors = formErrors<Field>({
  aliases: { pause_note: 'note', paused_until: 'day' },
  fields: ['day', 'note'],
  isQuiet: true
})
const { $fields, setField, syncFromForm } = formFields<Field>(FIELDS, errors.clearError)
export const pauseForm = { ...errors, $fields, setField, syncFromForm }
onMount($fields, () => confirmUnsaved(() => $propertyToPause.get() !== null && $fields.get().note.trim() !== ''))

/** What was typed for the same property stays. */
export function openPause(property: PropertyForAdmin): void {
  if (property.id !== pausedId) $fields.set({ ...FIELDS, day: addDays(dayOf(currentTime()), 1) })
  pausedId = property.id
  errors.clearErrors()
  $propertyToPause.set(property)
}

let pausedId = ''

export const closePause = (): void => $propertyToPause.set(null)

export async function pauseBookings(): Promise<void> {
  const property = $propertyToPause.get()
  const { day, end, note, time } = $fields.get()
  const isOpenEnd = end === 'resume'
  const until = isOpenEnd || !isDay(day) ? null : instantAt(day, time)
  if (property === null) return
  if (!isOpenEnd && until === null) return errors.showFieldError('day', apiErrorsText.invalidDate)
  if (until !== null && until <= currentTime()) return errors.showFieldError('day', propertyRulesText.pause.endPassed)
  const body = { pause_note: note.trim() || null, paused_until: until?.toISOString() ?? PAUSED_WITHOUT_END }
  if (errors.showIssues(validationIssues(updatePropertyRules.body, body))) return
  await whileBusy($isPausing, propertyRulesText.pause.failed, async () => {
    const request = call(updatePropertyRules, { body, params: { id: property.id } })
    if ((await errors.toastFailure(request, propertyRulesText.pause.failed)) === null) return
    toast('success', propertyRulesText.paused(property.name))
    pausedId = ''
    closePause()
    return () => reloadAfter('properties')
  })
}

export async function resumeBookings({ id, name }: PropertyForAdmin): Promise<void> {
  await whileBusy(busyRow($resumingIds, id), propertyRulesText.pause.resumeFailed, async () => {
    await call(updatePropertyRules, { body: { pause_note: null, paused_until: null }, params: { id } })
    toast('success', propertyRulesText.resumed(name))
    return () => reloadAfter('properties')
  })
}
