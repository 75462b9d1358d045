import type { ScooterForAdmin } from '#contract/catalogue/admin-scooters.ts'
import { PAPER_KINDS, type PaperKind, registrationOf, type ScooterKind } from '#domain/catalogue/papers.ts'

// The kind, the registration number and the papers of a scooter in its form.

type PaperField = `${PaperKind}_${'number' | 'until'}`

export interface PaperFields extends Record<PaperField, string> {
  kind: string
  registration_number: string
}

/** Null: an empty form. */
export function toPaperFields(row: ScooterForAdmin | null): PaperFields {
  const papers = PAPER_KINDS.flatMap(kind => {
    const paper = row?.papers?.find(each => each.kind === kind)
    return [
      [`${kind}_number`, paper?.number ?? ''],
      [`${kind}_until`, paper?.expires_on ?? '']
    ] as const
  })
  return {
    kind: row?.kind ?? '',
    registration_number: row?.registration_number ?? '',
    ...(Object.fromEntries(papers) as Record<PaperField, string>)
  }
}

const entered = (fields: PaperFields) => Object.entries(fields).flatMap(([name, value]) => (value ? [name] : []))

/** With the papers that have one of these fields, if there are any. */
export function toPapersBody(fields: PaperFields, changed: readonly string[] = entered(fields)) {
  const kinds = PAPER_KINDS.filter(kind => changed.some(field => field.startsWith(`${kind}_`)))
  const papers = kinds.map(kind => ({
    expires_on: fields[`${kind}_until`],
    kind,
    number: fields[`${kind}_number`].trim()
  }))
  return {
    kind: fields.kind as '' | ScooterKind,
    registration_number: registrationOf(fields.registration_number),
    ...(papers.length > 0 && { papers: JSON.stringify(papers) })
  }
}
