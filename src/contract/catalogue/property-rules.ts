import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { day, freeText, instant, optionalText } from '#contract/kit/fields.ts'
import { CLOSED_DATES_MAX, PAUSE_NOTE_MAX_LENGTH, PAUSED_WITHOUT_END } from '#domain/bookings/opening.ts'
import {
  digitsOf,
  INTERNATIONAL_PHONE,
  mapNumberRules,
  OPENING_TIMES,
  PIN_MODES
} from '#domain/catalogue/property-rules.ts'
import { DAYS } from '#domain/constants.ts'
import { INVOICING } from '#domain/operator.ts'
import { RETURN_MODES } from '#domain/problems/problems.ts'
import { NO_REGISTRATION } from '#domain/receipts.ts'
import { JOIN_CODE, joinCodeOf } from '#domain/riders/fields.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import * as propertyRulesText from '#messages/admin/catalogue/property-rules.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { openingFields } from './catalogue.ts'

// The rules of a property, which an admin can change. Null means the default (domain/catalogue/property-rules.ts).
// Their path, their table and the logged action update_settings call them settings.

const rules = v.object({
  ...mapNumberRules(() => v.nullish(v.number(), null)),
  /** Riders enter it when they join; null: anybody can. */
  join_code: optionalText,
  /** Riders can book before their licence is reviewed. */
  book_before_review: v.nullish(v.boolean(), null),
  /** The GSTIN of its invoices, or 'none'; null: of the only registration, if there is one. */
  gst_registration: optionalText,
  pin_mode: v.nullish(v.picklist(PIN_MODES), null),
  return_mode: v.nullish(v.picklist(RETURN_MODES), null),
  /** Digits in the international form, without a plus. */
  support_phone: optionalText,
  ...openingFields
})

const numbers = mapNumberRules((_, { max, min, step = 1 }) => {
  const message = propertyRulesText.outOfRange(min, max, step)
  const isWhole = v.multipleOf(step, message)
  return v.nullish(v.pipe(v.number(message), isWhole, v.minValue(min, message), v.maxValue(max, message)))
})

const phone = v.pipe(
  v.string(propertyRulesText.invalidSupportPhone),
  v.trim(),
  v.regex(INTERNATIONAL_PHONE, propertyRulesText.invalidSupportPhone),
  v.transform(digitsOf)
)

const time = v.nullish(v.picklist(OPENING_TIMES, propertyRulesText.invalidHours))

const closedDates = v.pipe(
  v.array(day),
  v.maxLength(CLOSED_DATES_MAX, propertyRulesText.tooManyDates),
  v.transform(dates => [...new Set(dates)].sort())
)

/** The first and the last time, or none on a closed day. */
const hoursOfDay = v.pipe(
  v.array(v.picklist(OPENING_TIMES, propertyRulesText.invalidHours), propertyRulesText.invalidHours),
  v.maxLength(2, propertyRulesText.bothOrNeither),
  v.check(hours => hours.length === new Set(hours).size && hours.length !== 1, propertyRulesText.bothOrNeither)
)

const weekdayHours = v.pipe(
  v.record(v.string(), hoursOfDay, propertyRulesText.unknownWeekday),
  v.check(hours => Object.keys(hours).every(day => DAYS.some(each => each === day)), propertyRulesText.unknownWeekday)
)

interface Hours {
  closes_at?: string | null | undefined
  opens_at?: string | null | undefined
}

/** One of them alone says nothing, and a change of one alone could meet that of another admin. */
const areHours = ({ closes_at, opens_at }: Hours) =>
  closes_at || opens_at ? Boolean(closes_at && opens_at && closes_at !== opens_at) : closes_at === opens_at

/** Of a pause until somebody ends it. It is beyond every other instant. */
const withoutEnd = v.pipe(
  v.literal(PAUSED_WITHOUT_END),
  v.transform(value => parseInstant(value))
)

const joinCode = v.pipe(
  v.string(propertyRulesText.invalidJoinCode),
  v.transform(joinCodeOf),
  v.regex(JOIN_CODE, propertyRulesText.invalidJoinCode)
)

const gstRegistration = v.pipe(
  v.string(propertyRulesText.chooseRegistration),
  v.check(
    choice => choice === NO_REGISTRATION || INVOICING.registrations.some(({ gstin }) => gstin === choice),
    propertyRulesText.chooseRegistration
  )
)

export const getPropertyRules = defineEndpoint('GET /admin/properties/{id}/settings', {
  staff: { lowest: 'manager', scope: 'property' },
  output: rules
})

/**
 * Missing fields stay unchanged; null restores the default. Bookings keep the cancellation terms they were made with;
 * the rules of PINs and of returns apply at once.
 */
export const updatePropertyRules = defineEndpoint('PUT /admin/properties/{id}/settings', {
  staff: { lowest: 'manager', scope: 'property' },
  body: v.pipe(
    v.object({
      ...numbers,
      book_before_review: v.nullish(v.boolean()),
      closed_dates: v.nullish(closedDates),
      closes_at: time,
      gst_registration: v.nullish(gstRegistration),
      join_code: v.nullish(joinCode),
      lead_minutes: v.nullish(v.literal(0, propertyRulesText.unknownLead)),
      opens_at: time,
      pause_note: v.nullish(freeText(PAUSE_NOTE_MAX_LENGTH)),
      paused_until: v.nullish(v.union([withoutEnd, instant(apiErrorsText.invalidDate)], apiErrorsText.invalidDate)),
      pin_mode: v.nullish(v.picklist(PIN_MODES, propertyRulesText.unknownPinMode)),
      return_mode: v.nullish(v.picklist(RETURN_MODES, propertyRulesText.unknownReturnMode)),
      support_phone: v.nullish(phone),
      weekday_hours: v.nullish(weekdayHours)
    }),
    v.forward(v.partialCheck([['closes_at'], ['opens_at']], areHours, propertyRulesText.bothOrNeither), ['closes_at'])
  ),
  output: rules
})

export const docs = {
  getPropertyRules: { summary: "Get a property's rules; null is the default" },
  updatePropertyRules: { refusals: ['scooter_kinds_missing'], summary: "Change a property's rules" }
} satisfies Docs
