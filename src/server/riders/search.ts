import type { D1PreparedStatement } from '@cloudflare/workers-types'
import { type SQL, sql } from 'drizzle-orm'
import { riderWords, searchWords } from '#domain/riders/search-words.ts'
import { d1 } from '#server/db/client.ts'
import { startsWithText } from '#server/http/list-query.ts'

// Riders are found by the words of their name, email and phone. The words are stored in a table of their own, written
// in the same batch as the rider, because virtual tables would prevent the export of the database.

/** At most this many rows of each word are counted to find the rarest word, whose rows are compared with the others. */
const ROWS_PER_WORD_MAX = 10_000

const REMOVE_OTHER_WORDS = `
DELETE FROM rider_words WHERE user_id = ?1 AND word NOT IN (SELECT value FROM json_each(?2))`

const ADD_WORDS = `
INSERT INTO rider_words (word, user_id)
SELECT value, ?1 FROM json_each(?2) WHERE EXISTS (SELECT 1 FROM users WHERE id = ?1 AND deleted_at IS NULL)
ON CONFLICT DO NOTHING`

type SearchedRider = Parameters<typeof riderWords>[0] & { id: string }

/**
 * Statements for a batch that creates or changes a rider, after the one that does it: they make the rider's words those
 * of these fields. They add none if the rider does not exist.
 */
export function saveWords({ id, ...fields }: SearchedRider): D1PreparedStatement[] {
  const words = JSON.stringify(riderWords(fields))
  return [REMOVE_OTHER_WORDS, ADD_WORDS].map(statement => d1.prepare(statement).bind(id, words))
}

/**
 * SQL: ids of at most `limit` riders who match a search (domain/riders/search-words.ts). The rows read have a limit,
 * whatever the words are: a rider is missed only if each of the words has more than ROWS_PER_WORD_MAX rows.
 */
export function ridersMatching(query: string, limit: number): SQL {
  const words = searchWords(query)
  const [first] = words
  if (first === undefined) return sql`SELECT NULL AS id WHERE 0`
  return words.length > 1 ? ridersWithEvery(words, limit) : ridersWith(first, limit)
}

function ridersWith(word: string, limit: number): SQL {
  return sql`
    SELECT DISTINCT user_id AS id FROM rider_words WHERE ${startsWithText(sql`word`, sql`${word}`)} LIMIT ${limit}`
}

function ridersWithEvery(words: readonly string[], limit: number): SQL {
  const list = sql`json_each(${JSON.stringify(words)})`
  const rowsOf = (word: SQL) => sql`
    FROM rider_words stored WHERE ${startsWithText(sql`stored.word`, word)} LIMIT ${ROWS_PER_WORD_MAX}`
  const rarest = sql`
    SELECT value AS word FROM ${list} ORDER BY (SELECT count(*) FROM (SELECT 1 ${rowsOf(sql`value`)})), length(value) DESC LIMIT 1`
  return sql`
    SELECT DISTINCT user_id AS id
      FROM (SELECT stored.user_id, rarest.word FROM (${rarest}) rarest CROSS JOIN rider_words stored
             WHERE ${startsWithText(sql`stored.word`, sql`rarest.word`)} LIMIT ${ROWS_PER_WORD_MAX}) found
     WHERE NOT EXISTS (
       SELECT 1 FROM ${list} other
        WHERE other.value <> found.word
          AND NOT EXISTS (SELECT 1 FROM rider_words own
                           WHERE own.user_id = found.user_id AND ${startsWithText(sql`own.word`, sql`other.value`)}))
     LIMIT ${limit}`
}
