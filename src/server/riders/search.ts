import type { D1PreparedStatement } from '@cloudflare/workers-types'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { SEARCH_MATCHES_MAX } from '#domain/constants.ts'
import { pick } from '#domain/kit/rows.ts'
import { nameKey } from '#domain/kit/text.ts'
import { riderWords, searchWords } from '#domain/riders/search-words.ts'
import { db, prepareNamed, runIdempotent } from '#server/db/client.ts'
import { users } from '#server/db/schema/riders.ts'
import { type SqlParams, secondsOf, sqlNamed } from '#server/db/sql.ts'
import { isMyRider, isOneOf, mineOf, RIDERS_WITH_RIDES_HERE, startsWithText } from '#server/http/list-query.ts'
import type { Staff } from '#server/sessions/sessions.ts'

// Riders are found by the words of their name, email and phone. The words are stored in a table of their own, written
// in the same batch as the rider, because virtual tables would prevent the export of the database.

const wordStatements = (when: string) => [
  `
DELETE FROM rider_words WHERE user_id = :rider AND word NOT IN (SELECT value FROM json_each(:words)) AND ${when}`,
  `
INSERT INTO rider_words (word, user_id)
SELECT value, :rider FROM json_each(:words)
 WHERE EXISTS (SELECT 1 FROM users WHERE id = :rider AND deleted_at IS NULL) AND ${when}
ON CONFLICT DO NOTHING`,
  `
UPDATE users SET name_key = :key WHERE id = :rider AND deleted_at IS NULL AND name_key IS NOT :key AND ${when}`
]

type SearchedRider = Parameters<typeof riderWords>[0] & { id: string }

/**
 * Statements for a batch that creates or changes a rider, after the one that does it: they make the rider's words and
 * place in the order of names those of these fields. They add none if the rider does not exist, and change none unless
 * the SQL condition `when` is true.
 */
export function saveWords(
  { id, ...fields }: SearchedRider,
  when = 'TRUE',
  params: SqlParams = {}
): D1PreparedStatement[] {
  const words = JSON.stringify(riderWords(fields))
  const all = { ...params, key: nameKey(fields.name), rider: id, words }
  return wordStatements(when).map(query => prepareNamed(query, all))
}

/** The words of a number, of which the first is the shortest form. */
export const numberOf = (phone: string): string => riderWords({ email: '', name: '', phone })[0] ?? ''

/**
 * SQL: other riders than :rider have :number, which is `numberOf` their phone. One word is enough: an Indian number is
 * stored with and without its country code.
 */
export const FROM_SAME_PHONE = `
  FROM rider_words w CROSS JOIN users u ON u.id = w.user_id AND u.deleted_at IS NULL
 WHERE w.word = :number AND w.user_id <> :rider`

const SAME_PHONES_SHOWN = 5

/** The suspended ones first. Parameters: those of FROM_SAME_PHONE, :mine and :now. */
export const SELECT_SAME_PHONE = `
SELECT iif(${isMyRider('u.id')}, u.name, NULL) AS name, u.suspended_at IS NOT NULL AS is_suspended ${FROM_SAME_PHONE}
 ORDER BY is_suspended DESC, name IS NULL LIMIT ${SAME_PHONES_SHOWN}`

export interface SamePhone {
  is_suspended: 0 | 1
  /** Null at a property that is not the caller's. */
  name: string | null
}

// A step of an upgrade, which SQL alone cannot take: an earlier version stored no key of the name, and words by other
// rules. Without such riders the job reads one empty index. One who saves the profile meanwhile has a key then, and is
// skipped.

const RIDERS_PER_RUN = 300

const UNFOLDED = `
json_each(:riders) rider JOIN users u ON u.id = rider.value ->> 'id' AND u.name_key IS NULL AND u.deleted_at IS NULL`

const REMOVE_UNFOLDED = `
DELETE FROM rider_words WHERE (user_id, word) IN (
SELECT old.user_id, old.word FROM ${UNFOLDED} JOIN rider_words old ON old.user_id = u.id
 WHERE old.word NOT IN (SELECT value FROM json_each(rider.value, '$.words')))`

const ADD_FOLDED = `
INSERT INTO rider_words (word, user_id)
SELECT word.value, u.id FROM ${UNFOLDED} JOIN json_each(rider.value, '$.words') word WHERE true
ON CONFLICT DO NOTHING`

const SAVE_KEYS = `
UPDATE users SET name_key = rider.value ->> 'key' FROM json_each(:riders) rider
 WHERE users.id = rider.value ->> 'id' AND users.name_key IS NULL AND users.deleted_at IS NULL`

/** The cron's job. Returns how many riders it read. */
export async function upgradeSearchWords(): Promise<number> {
  const riders = await db
    .select(pick(users, 'email', 'id', 'name', 'phone'))
    .from(users)
    .where(sql`name_key IS NULL AND deleted_at IS NULL`)
    .limit(RIDERS_PER_RUN)
  if (riders.length === 0) return 0
  const folded = riders.map(rider => ({ id: rider.id, key: nameKey(rider.name), words: riderWords(rider) }))
  await runIdempotent([REMOVE_UNFOLDED, ADD_FOLDED, SAVE_KEYS], { riders: JSON.stringify(folded) })
  return riders.length
}

/** A word with this many rows is too common to read them all. */
const COMMON_WORD_ROWS = 10_000

/** The riders who match a search (domain/riders/contact.ts). */
export interface RiderSearch {
  /** Null if they are too many to list. Then the rows of the caller's query are read in its order and checked. */
  ids: readonly string[] | null
  /** SQL: the rider with this id matches. */
  isMatch: (userId: SQLWrapper) => SQL
}

/** Among the riders whom the caller reaches. The rows read have a limit, whatever the words are. */
export async function findRiders(query: string, staff: Staff, now: Date): Promise<RiderSearch> {
  const words = sql`json_each(${JSON.stringify(searchWords(query))})`
  const found = await db.all<{ id: string | null }>(ridersWithAll(words, { mine: mineOf(staff), now: secondsOf(now) }))
  const ids = found.flatMap(({ id }) => id ?? [])
  if (ids.length <= SEARCH_MATCHES_MAX && ids.length === found.length) return { ids, isMatch: isOneOf(ids) }
  return { ids: null, isMatch: userId => sql`NOT ${lacksAnyOf(words, userId)}` }
}

const MY_RIDERS = `
SELECT r.id FROM json_each(:mine) mine CROSS JOIN users r ON r.property_id = mine.value UNION ALL ${RIDERS_WITH_RIDES_HERE}`

/**
 * Of the riders with the rarest word, those who have the others too. If that word is too common, the riders of some
 * properties are read instead, so that those of others cost nothing; an id that is null stands for all.
 */
function ridersWithAll(words: SQL, params: { mine: string | null; now: number }): SQL {
  const isOwn = params.mine !== null
  const common = isOwn ? SEARCH_MATCHES_MAX : COMMON_WORD_ROWS
  const countOf = (word: SQL) => sql`
(SELECT count(*) FROM (SELECT 1 FROM rider_words stored WHERE ${startsWithText(sql`stored.word`, word)} LIMIT ${common}))`
  const withCommon = isOwn
    ? sql`u.id FROM rarest CROSS JOIN users u
   WHERE row_count = ${common} AND u.id IN (${sqlNamed(MY_RIDERS, params)}) AND u.deleted_at IS NULL AND NOT ${lacksAnyOf(words, sql`u.id`)}`
    : sql`NULL AS id FROM rarest WHERE row_count = ${common}`
  const withRare = sql`DISTINCT found.user_id AS id FROM rarest CROSS JOIN rider_words found
   WHERE row_count < ${common} AND ${startsWithText(sql`found.word`, sql`rarest.word`)}
     AND ${sqlNamed(isMyRider('found.user_id'), params)}
     AND NOT ${lacksAnyOf(words, sql`found.user_id`)}`
  return sql`
WITH rarest AS MATERIALIZED (
  SELECT value AS word, ${countOf(sql`value`)} AS row_count FROM ${words} ORDER BY row_count, length(value) DESC LIMIT 1)
SELECT id FROM (SELECT ${withCommon} LIMIT ${SEARCH_MATCHES_MAX + 1})
 UNION ALL
SELECT id FROM (SELECT ${withRare} LIMIT ${SEARCH_MATCHES_MAX + 1})`
}

function lacksAnyOf(words: SQL, userId: SQLWrapper): SQL {
  return sql`EXISTS (
SELECT 1 FROM ${words} wanted WHERE NOT EXISTS (
  SELECT 1 FROM rider_words own WHERE own.user_id = ${userId} AND ${startsWithText(sql`own.word`, sql`wanted.value`)}))`
}
