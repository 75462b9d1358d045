import { atom, onMount } from 'nanostores'
import { SUPPORT_PHONE } from '#client/build-config.ts'
import { call, validationIssues } from '#client/http/api.ts'
import type { PropertyForAdmin } from '#contract/catalogue/admin-properties.ts'
import { getPropertyRules, updatePropertyRules } from '#contract/catalogue/property-rules.ts'
import type { ClientOutput } from '#contract/kit/endpoint.ts'
import {
  DEFAULT_PIN_MODE,
  digitsOf,
  mapNumberRules,
  type PinMode,
  type PropertyNumbers,
  type RuleName
} from '#domain/catalogue/property-rules.ts'
import { parseWholeNumber } from '#domain/kit/numbers.ts'
import { DEFAULT_RETURN_MODE, type ReturnMode } from '#domain/problems/problems.ts'
import { type Day, dayOf, isDay } from '#domain/time/india-time.ts'
import * as propertyRulesText from '#messages/admin/catalogue/property-rules.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { createRowForm, toPartialUpdate } from '#stores/admin/crud/row-form.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { type Loadable, latestOnly, loadLatest, showFailures } from '#stores/kit/requests.ts'
import { computed } from '#stores/kit/ssr-values.ts'

// Loads, shows and saves the rules of a property.

/** The rules, and a date that is to be added to the closed ones. */
type RuleFields = Record<RuleName | 'new_closed_date', string>

const numberOrNull = (typed: string) => (typed.trim() === '' ? null : parseWholeNumber(typed))

/** The days of the field, which has them in one text. */
export const closedDatesOf = (typed: string): Day[] => typed.split(' ').filter(Boolean)

/** Null restores the default. */
const toRulesBody = ({
  book_before_review,
  closed_dates,
  closes_at,
  join_code,
  opens_at,
  pin_mode,
  return_mode,
  support_phone,
  ...fields
}: RuleFields) => ({
  ...mapNumberRules(name => numberOrNull(fields[name])),
  book_before_review: book_before_review === 'yes',
  closed_dates: closedDatesOf(closed_dates),
  closes_at: closes_at || null,
  join_code: join_code.trim() || null,
  opens_at: opens_at || null,
  pin_mode: pin_mode as PinMode,
  return_mode: return_mode as ReturnMode,
  support_phone: support_phone.trim() || null
})

/** The server takes only both of them. */
const withBothHours = (changed: readonly string[]) =>
  changed.some(name => name === 'closes_at' || name === 'opens_at') ? [...changed, 'closes_at', 'opens_at'] : changed

/** A rule that is not saved has its default. */
const toRuleFields = (saved: Partial<ClientOutput<typeof getPropertyRules>>): RuleFields => ({
  ...mapNumberRules(name => String(saved[name] ?? '')),
  book_before_review: saved.book_before_review === false ? 'no' : 'yes',
  closed_dates: saved.closed_dates?.join(' ') ?? '',
  closes_at: saved.closes_at ?? '',
  join_code: saved.join_code ?? '',
  new_closed_date: '',
  opens_at: saved.opens_at ?? '',
  pin_mode: saved.pin_mode ?? DEFAULT_PIN_MODE,
  return_mode: saved.return_mode ?? DEFAULT_RETURN_MODE,
  support_phone: saved.support_phone ?? ''
})

const form = createRowForm<PropertyForAdmin, RuleFields>({
  empty: () => toRuleFields({}),
  messages: { updated: propertyRulesText.saved, updateFailed: propertyRulesText.saveFailed },
  numberFallbacks: mapNumberRules((_, { min }) => min),
  schemas: { update: updatePropertyRules.body },
  toBody: toRulesBody,
  update: ({ id }, fields, changed) =>
    call(updatePropertyRules, { body: toPartialUpdate(toRulesBody(fields), withBothHours(changed)), params: { id } })
})

/** Adds the date to the closed ones, or shows what is wrong with it. Returns whether it was added. */
export function addClosedDate(): boolean {
  const { closed_dates, new_closed_date: day } = form.$fields.get()
  const isValid = isDay(day)
  if (!isValid || day < dayOf(currentTime())) {
    form.showFieldError('new_closed_date', isValid ? propertyRulesText.datePassed : apiErrorsText.invalidDate)
    return false
  }
  form.setField('closed_dates', [...new Set([...closedDatesOf(closed_dates), day])].sort().join(' '))
  form.setField('new_closed_date', '')
  return true
}

export const rulesForm = {
  ...form,
  /** A date that is chosen counts as added. */
  save: async (): Promise<void> => {
    if (form.$fields.get().new_closed_date === '' || addClosedDate()) await form.save()
  }
}

/** Below each field, what the rule means for riders and admins, or what is allowed. */
export const $ruleHints = computed(rulesForm.$fields, fields => {
  const body = toRulesBody(fields)
  const numbers = mapNumberRules((name, limits) => body[name] ?? limits.default) as PropertyNumbers
  const { support_phone } = body
  return {
    ...propertyRulesText.ruleTexts(numbers),
    book_before_review: propertyRulesText.beforeReviewText(body.book_before_review),
    closed_dates: undefined,
    closes_at: propertyRulesText.hoursHint(fields.opens_at, fields.closes_at),
    opens_at: undefined,
    join_code: propertyRulesText.joinCodeText,
    pin_mode: propertyRulesText.pinModeText(body.pin_mode),
    return_mode: propertyRulesText.returnModeText(body.return_mode),
    support_phone: propertyRulesText.supportPhoneText(support_phone === null ? SUPPORT_PHONE : digitsOf(support_phone)),
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
    const { new_closed_date: _, ...saved } = toRuleFields(await call(getPropertyRules, { params: { id } }))
    if (isLatest()) rulesForm.applySaved(saved)
    return 'loaded'
  }
  await showFailures(propertyRulesText.loadFailed, () => loadLatest($rulesState, isLatest, fillFields()))
}

export async function loadRules(): Promise<void> {
  const row = rulesForm.$editedRow.get()
  beginRequest()
  if (row) await load(row)
}

onMount($rulesState, () => rulesForm.$editing.subscribe(() => void loadRules()))
