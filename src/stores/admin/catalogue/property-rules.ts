import { atom, onMount } from 'nanostores'
import { SUPPORT_PHONE } from '#client/build-config.ts'
import { call } from '#client/http/api.ts'
import { getPropertyRules, type PropertyForAdmin, updatePropertyRules } from '#contract/catalogue/admin-properties.ts'
import {
  DEFAULT_PIN_MODE,
  digitsOf,
  mapNumberRules,
  type PinMode,
  type PropertyNumbers
} from '#domain/catalogue/property-rules.ts'
import { parseWholeNumber } from '#domain/kit/parse-whole-number.ts'
import * as text from '#messages/admin/catalogue/property-rules.ts'
import { createCrudInput } from '#stores/admin/crud/crud-input.ts'
import { createSave } from '#stores/admin/crud/crud-save.ts'
import { toPartialUpdate } from '#stores/admin/crud/partial-update.ts'
import { isBlank } from '#stores/admin/crud/typed-fields.ts'
import { showFailures } from '#stores/kit/errors.ts'
import { validationIssues } from '#stores/kit/forms/validation-issues.ts'
import { type Loadable, latestOnly, loadLatest } from '#stores/kit/loadable.ts'
import { computed } from '#stores/kit/ssr-values.ts'
import { type RuleFields, rulesForm } from './property-rules-form.ts'

// Loads, shows and saves the rules of a property.

const { $editing, $fields, applySaved, close, errors, setField, unsaved } = rulesForm

const numberOrNull = (typed: string) => (isBlank(typed) ? null : parseWholeNumber(typed))

/** Null restores the default. */
const toBody = ({ pin_mode, support_phone, ...fields }: RuleFields) => ({
  ...mapNumberRules(name => numberOrNull(fields[name])),
  pin_mode: pin_mode as PinMode,
  support_phone: support_phone.trim() || null
})

const input = createCrudInput(rulesForm, {
  numberFallbacks: mapNumberRules((_, { min }) => min),
  schemas: { create: updatePropertyRules.body, update: updatePropertyRules.body },
  toBody
})

export const rulesEditor = {
  ...errors,
  ...createSave(rulesForm, input, {
    messagesFor: () => ({ failed: text.saveFailed, saved: text.saved }),
    send: ({ row }, fields, changed) =>
      call(updatePropertyRules, { body: toPartialUpdate(toBody(fields), changed), params: { id: row.id } })
  }),
  ...unsaved,
  $editing,
  $fields,
  cancel: close,
  close: () => unsaved.confirmIfUnsaved(close),
  normaliseNumber: input.normaliseNumber,
  setField
}

/** Below each field, what the rule means for riders and admins, or what is allowed. */
export const $ruleHints = computed($fields, fields => {
  const body = toBody(fields)
  const numbers = mapNumberRules((name, limits) => body[name] ?? limits.default) as PropertyNumbers
  const { support_phone } = body
  return {
    ...text.ruleTexts(numbers),
    pin_mode: text.pinModeText(body.pin_mode),
    support_phone: text.supportPhoneText(support_phone === null ? SUPPORT_PHONE : digitsOf(support_phone)),
    ...errors.errorsByField(validationIssues(updatePropertyRules.body, body))
  }
})

/** The build's number, for the placeholder. */
export const DEFAULT_SUPPORT_PHONE = SUPPORT_PHONE && `+${SUPPORT_PHONE}`

/** The fields are shown once the rules have loaded. */
export const $rulesState = atom<Loadable<'loaded'>>('loading')

const beginRequest = latestOnly()

async function load({ id }: PropertyForAdmin): Promise<void> {
  const isLatest = beginRequest()
  $rulesState.set('loading')
  const fillFields = async (): Promise<'loaded'> => {
    const saved = await call(getPropertyRules, { params: { id } })
    if (isLatest()) {
      applySaved({
        ...mapNumberRules(name => String(saved[name] ?? '')),
        pin_mode: saved.pin_mode ?? DEFAULT_PIN_MODE,
        support_phone: saved.support_phone ?? ''
      })
    }
    return 'loaded'
  }
  await showFailures(text.loadFailed, () => loadLatest($rulesState, isLatest, fillFields()))
}

export async function loadRules(): Promise<void> {
  const editing = $editing.get()
  beginRequest()
  if (editing) await load(editing.row)
}

onMount($rulesState, () => $editing.subscribe(() => void loadRules()))
