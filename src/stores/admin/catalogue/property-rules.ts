import { atom, onMount } from 'nanostores'
import { call } from '#client/http/api.ts'
import type { PropertyForAdmin } from '#contract/catalogue/admin-properties.ts'
import { getPropertySettings, updatePropertySettings } from '#contract/catalogue/property-settings.ts'
import { type CancellationTerms, DEFAULT_TERMS, TERM_LIMITS } from '#domain/bookings/cancellation.ts'
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

// Loads, shows and saves the cancellation rules of a property.

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
const toBody = (fields: RuleFields) => eachTerm(term => (isBlank(fields[term]) ? null : parseWholeNumber(fields[term])))

const input = createCrudInput(rulesForm, {
  numberFallbacks: eachTerm(term => TERM_LIMITS[term][0]),
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

const isAllowed = (term: Term, value: number) => value >= TERM_LIMITS[term][0] && value <= TERM_LIMITS[term][1]

/** The sentence that riders read for each typed number, or what is allowed. */
export const $hints = computed($fields, fields => {
  const typed = toBody(fields)
  const terms = eachTerm(term => typed[term] ?? DEFAULT_TERMS[term])
  const sentences: Record<Term, string> = {
    free_cancel_minutes: freeCancelText(terms.free_cancel_minutes),
    grace_minutes: text.graceText(terms.grace_minutes),
    late_cancel_percent: text.lateCancelText(terms.late_cancel_percent, terms.free_cancel_minutes)
  }
  return eachTerm(term => (isAllowed(term, terms[term]) ? sentences[term] : outOfRange(...TERM_LIMITS[term])))
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
    applySaved(eachTerm(term => String(settings[term] ?? '')))
    $rulesState.set('loaded')
  })
}

export async function loadRules(): Promise<void> {
  const editing = $editing.get()
  beginRequest()
  if (editing?.mode === 'edit') await load(editing.row)
}

onMount($rulesState, () => $editing.subscribe(() => void loadRules()))
