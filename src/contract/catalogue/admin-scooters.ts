import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import {
  freeText,
  id,
  idText,
  messageResponse,
  openEnum,
  optionalOpenEnum,
  optionalText,
  pressedAt,
  requiredText,
  resourceOrNull
} from '#contract/kit/fields.ts'
import { listQuery, search } from '#contract/kit/list-query.ts'
import {
  isPin,
  isRegistration,
  PAPER_KINDS,
  PAPER_NUMBER_MAX_LENGTH,
  registrationOf,
  SCOOTER_KINDS,
  SCOOTER_STATUSES
} from '#domain/catalogue/scooters.ts'
import { TEXT_MAX_LENGTH } from '#domain/constants.ts'
import { cleanLine } from '#domain/kit/text.ts'
import { PROBLEM_KINDS } from '#domain/problems/problems.ts'
import { isDayInRange } from '#domain/time/india-time.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { scooterFields } from './catalogue.ts'

// Rider calls have their own module, so that rider pages do not load admin calls.

const paper = v.object({
  kind: openEnum(PAPER_KINDS),
  number: optionalText,
  /** The last day, 'yyyy-MM-dd'. */
  expires_on: optionalText
})

/** A scooter as an admin sees it: with stored status and PIN. */
export const scooterForAdmin = v.object({
  ...scooterFields,
  otp_pin: optionalText,
  status: openEnum(SCOOTER_STATUSES),
  // Only the embedded backend sends these.
  /** When the paid ride under way ends, UTC ISO. Until then an Available scooter counts as Booked. */
  booked_until: optionalText,
  /** The name of its rider, or of the one who is late with it. */
  booked_by: optionalText,
  /** The rider's phone, if the rider has no email and so gets no message. */
  booked_phone: optionalText,
  /** A ride has ended, and its rider has not brought the scooter back. */
  is_late: v.nullish(v.boolean()),
  /** Until when an open problem of this kind keeps it from being booked now, UTC ISO. */
  blocked_until: optionalText,
  block_kind: optionalOpenEnum(PROBLEM_KINDS),
  /**
   * Number of paid rides that are ahead, under way or late. They stay valid when the scooter goes to maintenance. With any,
   * it can be neither deleted nor moved to another property.
   */
  rides_ahead: v.nullish(v.number()),
  /** Riders need an approved licence to book it, as the rules of its property say. */
  needs_license: v.nullish(v.boolean()),
  kind: optionalOpenEnum(SCOOTER_KINDS),
  /** In capitals, without spaces and hyphens. */
  registration_number: optionalText,
  /** For managers and owners. */
  papers: v.nullish(v.array(paper)),
  /** Its property was deleted; riders do not see it until it is moved. */
  property_deleted: v.nullish(v.boolean(), false)
})
export type ScooterForAdmin = v.InferOutput<typeof scooterForAdmin>

export const listAllScooters = defineEndpoint('GET /admin/scooters', {
  staff: { lowest: 'caretaker', scope: 'list' },
  isSpecified: true,
  output: v.array(scooterForAdmin),
  /**
   * `q` searches the names of scooter and property; `status` is the effective one, without scooters of deleted
   * properties for Available.
   */
  query: listQuery(['created_at', 'name', 'property_name', 'status'], {
    ...search,
    id: v.optional(idText),
    property_id: v.optional(idText),
    status: v.optional(v.picklist(SCOOTER_STATUSES, formsText.unknownStatus))
  })
})

/** Characters of the JSON, which is a field of a form. */
const PAPERS_MAX_LENGTH = 4000

/** Each replaces the paper of its kind, or deletes it if it has neither number nor date. */
const papersInput = v.pipe(
  v.string(),
  v.maxLength(PAPERS_MAX_LENGTH, formsText.invalidPapers),
  v.parseJson(undefined, formsText.invalidPapers),
  v.array(
    v.object(
      {
        kind: v.picklist(PAPER_KINDS, formsText.invalidPapers),
        number: v.nullish(freeText(PAPER_NUMBER_MAX_LENGTH), ''),
        expires_on: v.nullish(
          v.pipe(
            freeText(),
            v.check(value => value === '' || isDayInRange(value), apiErrorsText.invalidDate)
          ),
          ''
        )
      },
      formsText.invalidPapers
    ),
    formsText.invalidPapers
  ),
  v.maxLength(PAPER_KINDS.length, formsText.invalidPapers),
  v.check(papers => new Set(papers.map(({ kind }) => kind)).size === papers.length, formsText.invalidPapers)
)

const scooterInput = {
  // A form sends an empty field if no file was chosen.
  image: v.optional(
    v.pipe(
      v.union([v.instance(Blob), v.picklist([''])]),
      v.transform(value => (value instanceof Blob && value.size > 0 ? value : undefined))
    )
  ),
  name: requiredText(formsText.nameRequired),
  needs_license: v.optional(
    v.pipe(
      v.picklist(['true', 'false']),
      v.transform(value => value === 'true')
    )
  ),
  /** Empty: not known. */
  kind: v.optional(v.picklist(['', ...SCOOTER_KINDS])),
  registration_number: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(TEXT_MAX_LENGTH, formsText.invalidRegistration),
      v.transform(typed => registrationOf(cleanLine(typed))),
      v.check(value => value === '' || isRegistration(value), formsText.invalidRegistration)
    )
  ),
  papers: v.optional(papersInput),
  // Empty on create: generate a random PIN. Empty on edit: keep the old one.
  otp_pin: v.pipe(
    v.string(),
    v.transform(cleanLine),
    v.check(value => value === '' || isPin(value), formsText.invalidPin)
  ),
  property_id: idText,
  status: v.picklist(SCOOTER_STATUSES, formsText.unknownStatus)
}

export const createScooter = defineEndpoint('POST /admin/scooters', {
  staff: { lowest: 'manager', scope: 'body' },
  isSpecified: true,
  body: v.object({
    ...scooterInput,
    otp_pin: v.optional(scooterInput.otp_pin, ''),
    property_id: v.optional(scooterInput.property_id, ''),
    status: v.optional(scooterInput.status, 'Available')
  }),
  encoding: 'form',
  file: 'buffered',
  output: resourceOrNull(scooterForAdmin)
})

export const updateScooter = defineEndpoint('PUT /admin/scooters/{id}', {
  staff: { lowest: 'caretaker', scope: 'scooter' },
  isSpecified: true,
  body: v.partial(v.object(scooterInput), ['name', 'otp_pin', 'property_id', 'status']),
  encoding: 'form',
  file: 'buffered',
  output: resourceOrNull(scooterForAdmin)
})

export const deleteScooter = defineEndpoint('DELETE /admin/scooters/{id}', {
  staff: { lowest: 'manager', scope: 'scooter' },
  isSpecified: true,
  output: messageResponse
})

/** The message tells how many were renewed and which scooters were skipped. */
export const migratePins = defineEndpoint('POST /admin/scooters/migrate-pins', {
  staff: { lowest: 'owner' },
  isSpecified: true,
  output: messageResponse
})

/**
 * The lock now has `new_pin`, so it becomes the scooter's PIN. Safe to send again. A PIN that is no longer the one to
 * change to is refused, and so is a scooter that a rider has unless `anyway` is true. A press that a phone has kept counts
 * as `anyway`, because the lock has the PIN by now; the log has its time.
 */
export const changePin = defineEndpoint('POST /admin/pin-changes/{scooter_id}', {
  staff: { lowest: 'caretaker', scope: 'scooter' },
  body: v.object({
    anyway: v.optional(v.boolean(), false),
    new_pin: v.pipe(v.optional(v.string(formsText.invalidPin), ''), v.check(isPin, formsText.invalidPin)),
    pressed_at: pressedAt
  }),
  output: messageResponse
})

// Scooters whose lock needs a new PIN, because a rider knows the present one (server/catalogue/pin-rotation.ts).

export const pinChange = v.object({
  /** Since when the scooter needs the new PIN, ISO. */
  created_at: v.string(),
  /** When the paid ride under way ends, ISO; null: nobody rides the scooter. */
  in_use_until: optionalText,
  /** The name of its rider, or of the one who is late with it. */
  in_use_by: optionalText,
  /** The rider's phone, if the rider has no email and so gets no message. Empty: it is not kept. */
  in_use_phone: optionalText,
  /** A ride has ended, and its rider has not brought the scooter back. */
  is_late: v.nullish(v.boolean()),
  new_pin: v.string(),
  /** The PIN of the lock, which riders still read. */
  otp_pin: v.string(),
  /** Null: the scooter is not assigned to a property. */
  property_name: optionalText,
  scooter_id: id,
  scooter_name: v.string()
})
export type PinChange = v.InferOutput<typeof pinChange>

/** Sorted by property and scooter, as an admin visits the locks. */
export const listPinChanges = defineEndpoint('GET /admin/pin-changes', {
  staff: { lowest: 'caretaker', scope: 'list' },
  output: v.array(pinChange),
  query: listQuery([])
})

export const paperOfScooter = v.object({
  ...paper.entries,
  scooter_id: id,
  scooter_name: v.string(),
  registration_number: optionalText,
  property_name: optionalText
})
export type PaperOfScooter = v.InferOutput<typeof paperOfScooter>

/** The first to end comes first; those without a day are last. */
export const listPapers = defineEndpoint('GET /admin/papers', {
  staff: { lowest: 'manager', scope: 'list' },
  output: v.array(paperOfScooter),
  query: listQuery([], { property_id: v.optional(idText) })
})

export const docs = {
  listAllScooters: { summary: 'List all scooters, with their PINs' },
  createScooter: { refusals: ['registration_taken', 'scooter_kinds_missing'], summary: 'Create a scooter' },
  updateScooter: {
    refusals: ['registration_taken', 'scooter_has_rides', 'scooter_kinds_missing'],
    summary: 'Change a scooter'
  },
  deleteScooter: { refusals: ['scooter_has_rides'], summary: 'Delete a scooter without upcoming rides' },
  migratePins: { summary: 'Renew the PINs that are not six digits' },
  changePin: {
    refusals: ['pin_change_outdated', 'scooter_in_use'],
    summary: 'Confirm that the lock of a scooter has its new PIN'
  },
  listPinChanges: { summary: 'List the scooters whose lock needs a new PIN' },
  listPapers: { summary: 'List the papers of the scooters' }
} satisfies Docs
