import type { D1PreparedStatement } from '@cloudflare/workers-types'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { PAPER_KINDS, type PaperKind } from '#domain/catalogue/papers.ts'
import { prepareNamed } from '#server/db/client.ts'
import { parseStoredJson } from '#server/db/stored-json.ts'

// The papers of the scooters.

/** SQL: the papers of a scooter, as JSON. */
export const papersOf = (scooter: string) =>
  sql<string>`(
SELECT json_group_array(json_object('kind', p.kind, 'number', p.number, 'expires_on', p.expires_on))
  FROM scooter_papers p WHERE p.scooter_id = ${sql.raw(scooter)})`

const papersJson = v.array(
  v.object({ expires_on: v.nullable(v.string()), kind: v.picklist(PAPER_KINDS), number: v.nullable(v.string()) })
)

export const parsePapers = (json: string) => parseStoredJson('scooter_papers', papersJson, json)

const DELETE_PAPERS = `
DELETE FROM scooter_papers
 WHERE scooter_id = :scooter AND kind IN (SELECT p.value ->> 'kind' FROM json_each(:papers) p)`

const INSERT_PAPERS = `
INSERT INTO scooter_papers (scooter_id, kind, number, expires_on)
SELECT s.id, p.value ->> 'kind', nullif(p.value ->> 'number', ''), nullif(p.value ->> 'expires_on', '')
  FROM scooters s, json_each(:papers) p
 WHERE s.id = :scooter AND s.archived_at IS NULL
   AND (p.value ->> 'number' <> '' OR p.value ->> 'expires_on' <> '')`

interface NewPaper {
  expires_on: string
  kind: PaperKind
  number: string
}

/** Replaces the papers of these kinds. */
export function savePapers(scooter: string, papers: readonly NewPaper[] = []): D1PreparedStatement[] {
  if (papers.length === 0) return []
  const params = { papers: JSON.stringify(papers), scooter }
  return [DELETE_PAPERS, INSERT_PAPERS].map(query => prepareNamed(query, params))
}
