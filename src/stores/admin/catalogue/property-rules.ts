import { atom, onMount } from 'nanostores'
import { SUPPORT_PHONE } from '#client/build-config.ts'
import { call } from '#client/http/api.ts'
import type { PropertyForAdmin } from '#contract/catalogue/admin-properties.ts'
import { getPropertyRules, updatePropertyRules } from '#contract/catalogue/property-rules.ts'
import {
  DEFAULT_PIN_MODE,
  digitsOf,
  mapNumberRules,
  type PinMode,
  type PropertyNumbers,
  type RuleName
} from '#domain/catalogue/property-rules.ts'
import { parseWholeNumber } from '#domain/kit/numbers.ts'
import * as text from '#messages/admin/catalogue/property-rules.ts'
import { createRowForm, toPartialUpdate } from '#stores/admin/crud/row-form.ts'
import { showFailures } from '#stores/kit/errors.ts'
import { validationIssues } from '#stores/kit/forms/validation-issues.ts'
import { type Loadable, latestOnly, loadLatest } from '#stores/kit/loadable.ts'
import { computed } from '#stores/kit/ssr-values.ts'

// Loads, shows and saves the rules of a property.

type RuleFields = Record<RuleName, string>

const numberOrNull = (typed: string) => (typed.trim() === '' ? null : parseWholeNumber(typed))

/** Null restores the default. */
const toBody = ({ pin_mode, support_phone, ...fields }: RuleFields) => ({
  ...mapNumberRules(name => numberOrNull(fields[name])),
  pin_mode: pin_mode as PinMode,
  support_phone: support_phone.trim() || null
})

export const rulesForm = createRowForm<PropertyForAdmin, RuleFields>({
  empty: () => ({ ...mapNumberRules(() => ''), pin_mode: DEFAULT_PIN_MODE, support_phone: '' }),
  messages: { updated: text.saved, updateFailed: text.saveFailed },
  numberFallbacks: mapNumberRules((_, { min }) => min),
  schemas: { update: updatePropertyRules.body },
  toBody,
  update: ({ id }, fields, changed) =>
    call(updatePropertyRules, { body: toPartialUpdate(toBody(fields), changed), params: { id } })
})

/** Below each field, what the rule means for riders and admins, or what is allowed. */
export const $ruleHints = computed(rulesForm.$fields, fields => {
  const body = toBody(fields)
  const numbers = mapNumberRules((name, limits) => body[name] ?? limits.default) as PropertyNumbers
  const { support_phone } = body
  return {
    ...text.ruleTexts(numbers),
    pin_mode: text.pinModeText(body.pin_mode),
    support_phone: text.supportPhoneText(support_phone === null ? SUPPORT_PHONE : digitsOf(support_phone)),
    ...rulesForm.errorsByField(validationIssues(updatePropertyRules.body, body))
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
      rulesForm.applySaved({
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
  const row = rulesForm.$editedRow.get()
  beginRequest()
  if (row) await load(row)
}

onMount($rulesState, () => rulesForm.$editing.subscribe(() => void loadRules()))
