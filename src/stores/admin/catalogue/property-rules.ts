import { atom, onMount } from 'nanostores'
import { call } from '#client/http/api.ts'
import type { PropertyForAdmin } from '#contract/catalogue/admin-properties.ts'
import { getPropertySettings, updatePropertySettings } from '#contract/catalogue/property-settings.ts'
import { type CancellationTerms, DEFAULT_TERMS, TERM_LIMITS } from '#domain/bookings/cancellation.ts'
import { DEFAULT_PIN_MODE, PIN_LEAD_LIMITS, type PinMode } from '#domain/property-rules.ts'
import { parseWholeNumber } from '#domain/typed-number.ts'
import { outOfRange } from '#messages/admin/catalogue-responses.ts'
import * as text from '#messages/admin/property-rules.ts'
import { freeCancelText } from '#messages/free-cancel.ts'
import { createCrudInput } from '#stores/admin/kit/crud-input.ts'
import { createSave } from '#stores/admin/kit/crud-save.ts'
import { toPartialUpdate } from '#stores/admin/kit/partial-update.ts'
import { isBlank } from '#stores/admin/kit/typed-fields.ts'
import { whileBusy } from '#stores/kit/busy.ts'
import { latestOnly } from '#stores/kit/latest-only.ts'
import type { Loadable } from '#stores/kit/loadable.ts'
import { computed } from '#stores/kit/ssr-values.ts'
import { type RuleFields, rulesForm } from './rules-form.ts'

// Loads, shows and saves the rules of a property.

type Term = keyof CancellationTerms

const { $editing, $fields, applySaved, close, errors, setField, unsaved } = rulesForm

function eachTerm<T>(read: (term: Term) => T): Record<Term, T> {
  return {
    free_cancel_minutes: read('free_cancel_minutes'),
    grace_minutes: read('grace_minutes'),
    late_cancel_percent: read('late_cancel_percent')
  }
}

/** Null restores the default. */
const toNumber = (typed: string) => (isBlank(typed) ? null : parseWholeNumber(typed))

const toBody = (fields: RuleFields) => ({
  ...eachTerm(term => toNumber(fields[term])),
  pin_lead_minutes: toNumber(fields.pin_lead_minutes),
  pin_mode: fields.pin_mode as PinMode
})

const input = createCrudInput(rulesForm, {
  numberFallbacks: { ...eachTerm(term => TERM_LIMITS[term][0]), pin_lead_minutes: PIN_LEAD_LIMITS[0] },
  rules: { create: updatePropertySettings.body, update: updatePropertySettings.body },
  toBody
})

export const rules = {
  ...errors,
  ...createSave(rulesForm, input, {
    messagesFor: () => ({ failed: text.saveFailed, saved: text.saved }),
    send: async (editing, fields, changed) =>
      editing.mode === 'edit' &&
      call(updatePropertySettings, { body: toPartialUpdate(toBody(fields), changed), params: { id: editing.row.id } })
  }),
  ...unsaved,
  $editing,
  $fields,
  cancel: close,
  close: () => unsaved.confirmIfUnsaved(close),
  normaliseNumber: input.normaliseNumber,
  setField
}

type Limits = readonly [min: number, max: number]

/** The sentence if the number is allowed, else what is allowed. A missing number is the default. */
function hintFor(value: number | null, [min, max]: Limits, sentence: string): string {
  return value === null || (value >= min && value <= max) ? sentence : outOfRange(min, max)
}

/** What each rule means for riders and admins, or which numbers are allowed. */
export const $hints = computed($fields, fields => {
  const typed = toBody(fields)
  const terms = eachTerm(term => typed[term] ?? DEFAULT_TERMS[term])
  const sentences: Record<Term, string> = {
    free_cancel_minutes: freeCancelText(terms.free_cancel_minutes),
    grace_minutes: text.graceText(terms.grace_minutes),
    late_cancel_percent: text.lateCancelText(terms.late_cancel_percent, terms.free_cancel_minutes)
  }
  const { pin_lead_minutes, pin_mode } = typed
  return {
    ...eachTerm(term => hintFor(terms[term], TERM_LIMITS[term], sentences[term])),
    pin_lead_minutes: hintFor(pin_lead_minutes, PIN_LEAD_LIMITS, text.pinLeadText(pin_lead_minutes)),
    pin_mode: text.pinModeText(pin_mode)
  }
})

/** The fields are shown once the rules have loaded. */
export const $rulesState = atom<Loadable<'loaded'>>('loading')

const beginRequest = latestOnly()

async function load({ id }: PropertyForAdmin): Promise<void> {
  const isLatest = beginRequest()
  $rulesState.set('loading')
  await whileBusy(atom(false), text.loadFailed, async () => {
    const settings = await call(getPropertySettings, { params: { id } }).catch((error: unknown) => {
      if (isLatest()) $rulesState.set('failed')
      throw error
    })
    if (!isLatest()) return
    applySaved({
      ...eachTerm(term => String(settings[term] ?? '')),
      pin_lead_minutes: String(settings.pin_lead_minutes ?? ''),
      pin_mode: settings.pin_mode ?? DEFAULT_PIN_MODE
    })
    $rulesState.set('loaded')
  })
}

export async function loadRules(): Promise<void> {
  const editing = $editing.get()
  beginRequest()
  if (editing?.mode === 'edit') await load(editing.row)
}

onMount($rulesState, () => $editing.subscribe(() => void loadRules()))
