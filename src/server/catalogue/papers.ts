import type { D1PreparedStatement } from '@cloudflare/workers-types'
import * as contract from '#contract/catalogue/admin-scooters.ts'
import { PAPER_KINDS, type PaperKind } from '#domain/catalogue/scooters.ts'
import { prepareNamed } from '#server/db/client.ts'
import { parseTrustedJson } from '#server/db/sql.ts'
import { isMine, mineOf, rowRange, toPage } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'

// The papers of the scooters.

/** SQL: the papers of a scooter, as JSON. */
export const papersOf = (scooter: string) => `(
SELECT json_group_array(json_object('kind', p.kind, 'number', p.number, 'expires_on', p.expires_on))
  FROM scooter_papers p WHERE p.scooter_id = ${scooter})`

interface Paper {
  expires_on: string | null
  kind: PaperKind
  number: string | null
}

export function parsePapers(json: string) {
  const papers = parseTrustedJson<Paper[]>(json)
  return PAPER_KINDS.flatMap(kind => papers.find(each => each.kind === kind) ?? [])
}

const DELETE_PAPERS = `
DELETE FROM scooter_papers
 WHERE scooter_id = :scooter AND kind IN (SELECT p.value ->> 'kind' FROM json_each(:papers) p)`

const INSERT_PAPERS = `
INSERT INTO scooter_papers (scooter_id, kind, number, expires_on)
SELECT s.id, p.value ->> 'kind', nullif(p.value ->> 'number', ''), nullif(p.value ->> 'expires_on', '')
  FROM scooters s, json_each(:papers) p
 WHERE s.id = :scooter AND s.archived_at IS NULL
   AND (p.value ->> 'number' <> '' OR p.value ->> 'expires_on' <> '')`

/** Replaces the papers of these kinds. */
export function savePapers(
  scooter: string,
  papers: readonly { expires_on: string; kind: PaperKind; number: string }[] = []
): D1PreparedStatement[] {
  if (papers.length === 0) return []
  const params = { papers: JSON.stringify(papers), scooter }
  return [DELETE_PAPERS, INSERT_PAPERS].map(query => prepareNamed(query, params))
}

const SELECT_PAPERS = `
SELECT p.kind, p.number, p.expires_on, s.id AS scooter_id, s.name AS scooter_name, s.registration_number,
       property.name AS property_name
  FROM scooter_papers p JOIN scooters s ON s.id = p.scooter_id LEFT JOIN properties property ON property.id = s.property_id
 WHERE ${isMine('s.property_id')} AND (:property IS NULL OR s.property_id = :property)
 ORDER BY p.expires_on IS NULL, p.expires_on, s.name, p.kind LIMIT :limit OFFSET :offset`

export const listPapers = implement(contract.listPapers, async ({ query }, admin, { responseHeaders }) => {
  const params = { ...rowRange(query), mine: mineOf(admin), property: query.property_id ?? null }
  const { results } = await prepareNamed(SELECT_PAPERS, params).all<contract.PaperOfScooter>()
  return toPage(results, query, responseHeaders)
})
