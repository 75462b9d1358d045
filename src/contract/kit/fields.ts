import * as v from 'valibot'
import { isDay, parseInstant } from '#domain/time.ts'
import * as text from '#messages/common.ts'

// Fields that several nouns share. What comes from a backend is read leniently (design.md §1): an id may be a number,
// a field the spec does not promise may be missing or null. What a client sends is read strictly.

/** An id in an answer: a string or a number on the wire, a string in the app. */
export const id = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(value => String(value))
)

/** An id that may be missing, empty or null in an answer; null in the app. */
export const optionalId = v.pipe(
  v.nullish(v.union([v.string(), v.number()]), null),
  v.transform(value => (value === null || value === '' ? null : String(value)))
)

/** Text that may be missing or null in an answer; null in the app. */
export const optionalText = v.nullish(v.string(), null)

/** As `optionalText`, and empty in the app. */
export const textOrEmpty = v.nullish(v.string(), '')

/** Text a person typed: trimmed, not empty, with its own sentence when it is. */
// @__NO_SIDE_EFFECTS__
export function requiredText(message: string, maxLength = 200) {
  return v.pipe(
    v.optional(v.string(text.notText), ''),
    v.trim(),
    v.nonEmpty(message),
    v.maxLength(maxLength, text.tooLong)
  )
}

/** What a browser's e-mail field takes, in lower case; a rule of our own, as the library's are longer or stricter. */
export const EMAIL_PATTERN = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(?:\.[a-z\d-]+)*$/

/**
 * Identity: trimmed and in lower case (decision 8). The spec sets no rule beyond the kind of the field (§5), so `a@b` is
 * taken: the forms only point out what can hardly be one (domain/contact.ts).
 */
export const email = v.pipe(
  requiredText(text.invalidEmail, 254),
  v.toLowerCase(),
  v.regex(EMAIL_PATTERN, text.invalidEmail)
)

/** A calendar day, 'yyyy-MM-dd'. */
export const day = v.pipe(v.optional(v.string(text.notText), ''), v.check(isDay, text.invalidDate))

/** An instant in a request: ISO, read as UTC without a zone; a Date in the operation. */
// @__NO_SIDE_EFFECTS__
export function instant(message: string) {
  return v.pipe(
    v.optional(v.string(text.notText), ''),
    v.check(value => !Number.isNaN(parseInstant(value).getTime()), message),
    v.transform(parseInstant)
  )
}

/** An id in a request: a number is taken too. */
export const idInput = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(value => String(value))
)

/** Nothing, null or a word: what a backend answers to a change is nowhere promised. Only a page cannot be from it. */
export const acknowledgement = v.pipe(v.nullish(v.string(), ''), v.regex(/^(?!\s*<)/))

/** `{message}`, for calls whose answer only says that it worked. */
export const messageResponse = v.union([
  v.object({ message: textOrEmpty }),
  v.pipe(
    acknowledgement,
    v.transform(message => ({ message }))
  )
])

/** What was made or changed, as it is now; null where another backend tells something else or nothing. */
// @__NO_SIDE_EFFECTS__
export function resourceOrNull<Thing extends v.GenericSchema>(resource: Thing) {
  return v.union([
    resource,
    v.pipe(
      v.union([v.looseObject({}), acknowledgement]),
      v.transform(() => null)
    )
  ])
}
