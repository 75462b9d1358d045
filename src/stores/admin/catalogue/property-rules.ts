import { atom, onMount } from 'nanostores'
import { SUPPORT_PHONE } from '#client/build-config.ts'
import { call, validationIssues } from '#client/http/api.ts'
import type { PropertyForAdmin } from '#contract/catalogue/admin-properties.ts'
import { getPropertyRules, updatePropertyRules } from '#contract/catalogue/property-rules.ts'
import type { ClientOutput } from '#contract/kit/endpoint.ts'
import { DAY_END } from '#domain/bookings/opening.ts'
import {
  DEFAULT_PIN_MODE,
  digitsOf,
  mapNumberRules,
  type PinMode,
  type PropertyNumbers
} from '#domain/catalogue/property-rules.ts'
import { DAYS } from '#domain/constants.ts'
import { stateOf } from '#domain/gst.ts'
import { parseWholeNumber } from '#domain/kit/numbers.ts'
import { INVOICING } from '#domain/operator.ts'
import { DEFAULT_RETURN_MODE, type ReturnMode } from '#domain/problems/problems.ts'
import { NO_REGISTRATION, registrationOf } from '#domain/receipts.ts'
import { type Clock, type Day, dayOf, isDay, type Weekday } from '#domain/time/india-time.ts'
import { MIDNIGHT } from '#domain/time/time-units.ts'
import * as propertyRulesText from '#messages/admin/catalogue/property-rules.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { choice } from '#stores/admin/crud/fields.ts'
import { createRowForm, toPartialUpdate } from '#stores/admin/crud/row-form.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { type Loadable, latestOnly, loadLatest, showFailures } from '#stores/kit/requests.ts'
import { computed } from '#stores/kit/ssr-values.ts'

// Loads, shows and saves the rules of a property.

/** The days of the field, which has them in one text. */
export const closedDatesOf = (typed: string): Day[] => typed.split(' ').filter(Boolean)

type HoursOfDay = readonly [Weekday, Clock[]]

/** The weekdays of the field, which has them in one text. */
export const weekdayHoursOf = (typed: string): HoursOfDay[] =>
  typed === '' ? [] : (Object.entries(JSON.parse(typed)) as HoursOfDay[])

/** That text: JSON, in the order of the week. The last hours of a day count. */
export function weekdayHoursText(hours: readonly HoursOfDay[]): string {
  const sorted = DAYS.flatMap(day => hours.filter(([each]) => each === day))
  return sorted.length === 0 ? '' : JSON.stringify(Object.fromEntries(sorted))
}

/** The server takes only both of them. */
const withBothHours = (changed: readonly string[]) =>
  changed.some(name => name === 'closes_at' || name === 'opens_at') ? [...changed, 'closes_at', 'opens_at'] : changed

/** Without a choice that of the only registration; a registration that is gone is none. */
const shownRegistration = (choice: string | null): string =>
  registrationOf(choice, INVOICING.registrations)?.gstin ?? (choice === null ? '' : NO_REGISTRATION)

/** For the form, by value. Empty without registrations. */
export const REGISTRATION_NAMES: Readonly<Record<string, string>> =
  INVOICING.registrations.length === 0
    ? {}
    : {
        ...Object.fromEntries(
          INVOICING.registrations.map(({ gstin }) => [gstin, propertyRulesText.registrationName(stateOf(gstin), gstin)])
        ),
        [NO_REGISTRATION]: propertyRulesText.noRegistration
      }

type Rules = Partial<ClientOutput<typeof getPropertyRules>>

/** Empty: the default, which null restores. */
const optional = { empty: '', sent: (typed: string) => typed.trim() || null }
/** Of what is to be added. */
const unsent = { empty: '' }

const form = createRowForm({
  // A rule that is not saved has its default.
  fields: {
    ...mapNumberRules((_, { min }) => ({
      empty: '',
      fallback: min,
      sent: (typed: string) => (typed.trim() === '' ? null : parseWholeNumber(typed))
    })),
    book_before_review: {
      empty: 'yes',
      of: (saved: Rules) => (saved.book_before_review === false ? 'no' : 'yes'),
      sent: (chosen: string) => chosen === 'yes'
    },
    closed_dates: { empty: '', of: (saved: Rules) => saved.closed_dates?.join(' ') ?? '', sent: closedDatesOf },
    closes_at: optional,
    gst_registration: {
      ...optional,
      empty: shownRegistration(null),
      of: (saved: Rules) => shownRegistration(saved.gst_registration ?? null)
    },
    join_code: optional,
    lead_minutes: {
      empty: 'ahead',
      of: (saved: Rules) => (saved.lead_minutes === 0 ? 'now' : 'ahead'),
      sent: (chosen: string) => (chosen === 'now' ? (0 as const) : null)
    },
    opens_at: optional,
    pin_mode: { ...choice<PinMode>(DEFAULT_PIN_MODE), of: (saved: Rules) => saved.pin_mode ?? DEFAULT_PIN_MODE },
    return_mode: {
      ...choice<ReturnMode>(DEFAULT_RETURN_MODE),
      of: (saved: Rules) => saved.return_mode ?? DEFAULT_RETURN_MODE
    },
    support_phone: optional,
    weekday_hours: {
      empty: '',
      of: (saved: Rules) => weekdayHoursText(Object.entries(saved.weekday_hours ?? {}) as HoursOfDay[]),
      sent: (typed: string) => (typed === '' ? null : Object.fromEntries(weekdayHoursOf(typed)))
    },
    new_closed_date: unsent,
    new_closes_at: unsent,
    new_opens_at: unsent,
    new_weekday: unsent
  },
  getId: ({ id }: PropertyForAdmin) => id,
  messages: { updated: propertyRulesText.saved, updateFailed: propertyRulesText.saveFailed },
  schemas: { update: updatePropertyRules.body },
  update: ({ id }, rules, changed) =>
    call(updatePropertyRules, { body: toPartialUpdate(rules, withBothHours(changed)), params: { id } })
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

/** `new_opens_at` of a closed day. */
export const CLOSED = 'closed'

/** The form then shows the present hours of the day. */
export function chooseWeekday(day: Weekday | ''): void {
  const { closes_at, opens_at, weekday_hours } = form.$fields.get()
  const own = weekdayHoursOf(weekday_hours).find(([each]) => each === day)?.[1]
  const [opens = CLOSED, closes = ''] = own ?? [opens_at, closes_at]
  form.setField('new_weekday', day)
  form.setField('new_opens_at', day && opens)
  form.setField('new_closes_at', day && closes)
}

/** Replaces the hours of the chosen weekday, or shows what is wrong with them. Returns whether it replaced them. */
export function addWeekdayHours(): boolean {
  const { new_closes_at: closes, new_opens_at: opens, new_weekday, weekday_hours } = form.$fields.get()
  const isWithHours = opens !== CLOSED && opens !== ''
  if (isWithHours && (closes === '' || closes === opens)) {
    form.showFieldError('new_closes_at', propertyRulesText.bothOrNeither)
    return false
  }
  const hours = isWithHours ? [opens, closes] : opens === CLOSED ? [] : [MIDNIGHT, DAY_END]
  form.setField('weekday_hours', weekdayHoursText([...weekdayHoursOf(weekday_hours), [new_weekday as Weekday, hours]]))
  chooseWeekday('')
  return true
}

export const rulesForm = {
  ...form,
  /** A date and hours that are chosen count as added. */
  save: async (): Promise<void> => {
    const { new_closed_date, new_weekday } = form.$fields.get()
    const isAdded = (new_closed_date === '' || addClosedDate()) && (new_weekday === '' || addWeekdayHours())
    if (isAdded) await form.save()
  }
}

/** Below each field, what the rule means for riders and admins, or what is allowed. */
export const $ruleHints = computed(rulesForm.$fields, fields => {
  const body = rulesForm.toBody(fields, [])
  const numbers = mapNumberRules((name, limits) => body[name] ?? limits.default) as PropertyNumbers
  const { support_phone } = body
  return {
    ...propertyRulesText.ruleTexts(numbers),
    book_before_review: propertyRulesText.beforeReviewText(body.book_before_review),
    closed_dates: undefined,
    gst_registration: propertyRulesText.registrationText,
    closes_at: propertyRulesText.hoursHint(fields.opens_at, fields.closes_at),
    opens_at: undefined,
    join_code: propertyRulesText.joinCodeText,
    lead_minutes: propertyRulesText.leadText(body.lead_minutes === 0, body.return_mode),
    pin_mode: propertyRulesText.pinModeText(body.pin_mode),
    return_mode: propertyRulesText.returnModeText(body.return_mode),
    support_phone: propertyRulesText.supportPhoneText(support_phone === null ? SUPPORT_PHONE : digitsOf(support_phone)),
    weekday_hours: undefined,
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
    const saved = form.typedOf(await call(getPropertyRules, { params: { id } }))
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
