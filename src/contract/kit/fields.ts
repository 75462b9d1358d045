import * as v from 'valibot'
import { ADDRESS_MAX_LENGTH, EMAIL_MAX_LENGTH, SHOWN_RUPEES_MAX, TEXT_MAX_LENGTH } from '#domain/constants.ts'
import { cleanLine, ID_PATTERN } from '#domain/kit/text.ts'
import { isDayInRange, isInstantInRange, parseInstant } from '#domain/time/india-time.ts'
import * as apiErrorsText from '#messages/api-errors.ts'

// Fields that several modules share. Responses are parsed leniently, for other backends: an id may be a number, an
// optional field missing or null. Requests are parsed strictly.

/** An id as a backend may send it. */
const rawId = v.union([v.string(), v.number()])

/** An id: string or number on the wire, string in the app. */
export const id = v.pipe(
  rawId,
  v.transform(value => String(value))
)

/** A row of which a screen shows the name. */
export const namedRow = v.object({ id, name: v.string() })

/** An id in a response that may be missing, null or empty; null in the app. */
export const optionalId = v.pipe(
  v.nullish(rawId, null),
  v.transform(value => (value === null || value === '' ? null : String(value)))
)

/** Text in a response that may be missing or null; null in the app. */
export const optionalText = v.nullish(v.string(), null)

/**
 * Text in a response that our backend takes from these values. It is not checked, because one unknown value of another
 * backend must not hide a whole list. Screens show such a value unchanged. The OpenAPI document lists the values.
 */
// @__NO_SIDE_EFFECTS__
export function openEnum<const Value extends string>(values: readonly Value[]) {
  return Object.assign(v.string(), { values }) as unknown as v.GenericSchema<Value>
}

/** Like `openEnum`; null in the app if it is missing or null. */
// @__NO_SIDE_EFFECTS__
export function optionalOpenEnum<const Value extends string>(values: readonly Value[]) {
  return v.nullish(openEnum(values), null)
}

/** Like `optionalText`, but '' in the app. */
export const textOrEmpty = v.nullish(v.string(), '')

/** Text in a request, as one visible line; '' if it is missing. */
export const textInput = v.optional(v.pipe(v.string(apiErrorsText.notText), v.transform(cleanLine)), '')

/** User input that may be left empty; '' then. */
// @__NO_SIDE_EFFECTS__
export function freeText(maxLength = TEXT_MAX_LENGTH) {
  return v.pipe(textInput, v.maxLength(maxLength, apiErrorsText.tooLong))
}

/** User input that is not empty; `message` is the error for text that shows nothing. */
// @__NO_SIDE_EFFECTS__
export function requiredText(message: string, maxLength?: number) {
  return v.pipe(freeText(maxLength), v.nonEmpty(message))
}

/** The pattern of the browser's email field, for lower-case text. Valibot's own patterns are longer or stricter. */
export const EMAIL_PATTERN = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(?:\.[a-z\d-]+)*$/

/**
 * An email as account identity, in lower case. Accepts whatever the browser's email field accepts, such as
 * `a@b`; forms only warn about implausible ones (domain/riders/contact.ts). `message` is the error for empty text.
 */
// @__NO_SIDE_EFFECTS__
export function emailField(message: string) {
  return v.pipe(
    requiredText(message, EMAIL_MAX_LENGTH),
    v.toLowerCase(),
    v.regex(EMAIL_PATTERN, apiErrorsText.invalidEmail)
  )
}

export const email = emailField(apiErrorsText.invalidEmail)

/** A calendar day in a request, 'yyyy-MM-dd', from 2020 to 2099. */
export const day = v.pipe(textInput, v.check(isDayInRange, apiErrorsText.invalidDate))

/** An instant in a request as text: ISO, UTC if it has no zone, from 2020 to 2099. */
// @__NO_SIDE_EFFECTS__
export function instantText(message?: string) {
  return v.pipe(textInput, v.check(isInstantInRange, message))
}

/** The same; a Date after parsing. */
// @__NO_SIDE_EFFECTS__
export function instant(message?: string) {
  return v.pipe(instantText(message), v.transform(parseInstant))
}

/**
 * When a button was pressed, of what a phone may have kept without a network. What is no such time is ignored: a press
 * must not fail by it.
 */
export const pressedAt = v.fallback(v.nullish(instant(), null), null)

/**
 * An empty, null or text response to a change, for backends that send no object. HTML is rejected, because it comes
 * from an error page, and so is JSON that could not be parsed.
 */
export const emptyOrTextResponse = v.pipe(v.nullish(v.string(), ''), v.regex(/^(?!\s*[[{])[^<]*$/))

/** `{message}`, for calls whose response only confirms success. */
export const messageResponse = v.union([
  v.object({ message: textOrEmpty }),
  v.pipe(
    emptyOrTextResponse,
    v.transform(message => ({ message }))
  )
])

/** The created or changed resource; null if another backend returns something else or nothing. */
// @__NO_SIDE_EFFECTS__
export function resourceOrNull<Thing extends v.GenericSchema>(resource: Thing) {
  return v.union([
    resource,
    v.pipe(
      v.union([v.object({}), emptyOrTextResponse]),
      v.transform(() => null)
    )
  ])
}

/** Text in a request that names a stored row. */
export const idText = v.pipe(v.string(), v.maxLength(TEXT_MAX_LENGTH, apiErrorsText.tooLong))

/** The same, from clients whose ids may be numbers; string in the app. */
export const idInput = v.pipe(
  v.union([idText, v.pipe(v.number(), v.maxValue(Number.MAX_SAFE_INTEGER))]),
  v.transform(value => String(value))
)

/** The address of a picture or a device in a request. */
export const addressInput = v.pipe(v.string(), v.maxLength(ADDRESS_MAX_LENGTH, apiErrorsText.tooLong))

/** A counter that the caller was shown. */
export const shownRevision = v.pipe(v.number(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER))

/** The id of a new row, from the client, so that a repeated request adds one. */
export const newId = v.pipe(v.string(), v.regex(ID_PATTERN))

/** An id in a request; `message` is the error for a missing or empty one. */
// @__NO_SIDE_EFFECTS__
export function requiredId(message: string) {
  return v.pipe(v.optional(idInput, ''), v.nonEmpty(message))
}

/** An amount in rupees that an admin or a rider was shown, to the paisa. */
// @__NO_SIDE_EFFECTS__
export function shownRupees(invalid: string = apiErrorsText.invalidAmount) {
  return v.pipe(
    v.number(invalid),
    v.minValue(0, invalid),
    v.maxValue(SHOWN_RUPEES_MAX, invalid),
    v.check(amount => Number(amount.toFixed(2)) === amount, invalid)
  )
}

/** A whole number in a request. `tooHigh` is the error for a number above the range, `invalid` any other. */
// @__NO_SIDE_EFFECTS__
export function wholeNumber({ max, min }: { max: number; min: number }, invalid: string, tooHigh = invalid) {
  return v.pipe(
    v.number(invalid),
    // First, so that a number beyond safe integers is rejected as too high.
    v.maxValue(max, tooHigh),
    v.integer(invalid),
    v.minValue(min, invalid)
  )
}
