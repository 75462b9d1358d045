import { expect, test } from 'vitest'
import { riderWords } from '#domain/riders/search-words.ts'
import { app, sql, startApp } from '#tests/helpers/servers/app.ts'
import { makeDatabaseBefore } from './version-1.ts'

// A database with riders from before their words were stored.

type Rider = Parameters<typeof riderWords>[0] & { id: string }

const NAMES = [
  'Asha Rao',
  'asha asha ASHA',
  ' Anne-Marie  O’Neil/Smith_2 ',
  '“Quoted” \\ "name", [1]\t\n{2}',
  "Robert'); DROP TABLE users; --",
  'ÉLODIE Brontë ıİß',
  'आशा\u00a0राव',
  'ن\u200dا · 李小龍 😀🛵',
  'x'.repeat(200),
  'a-'.repeat(100),
  '\u007f\u0080¿\u00c0\u1fff\u2000\u206f\u2070'
]
const EMAILS = ['asha.rao+rides@mail-box.example.test', "o'neil_x!#$%&*/=?^`{|}~@a", 'MIXED.Case@Example.Test']
const PHONES = [
  ...['+91 98450-11223', '9845011223', '0 98450 11223', '0091 (98450) 11223', '91 98450', '919845011223'],
  ...['+44 (0)20 7946 0958', '+1 555 123 4567 ext. 89', '000', 'none', '', '९८४५०', '＋91 98450 11224']
]

const riders: Rider[] = [
  ...NAMES.map((name, index) => ({ email: `name${index}@a.test`, id: `name-${index}`, name, phone: '1' })),
  ...EMAILS.map((email, index) => ({ email, id: `email-${index}`, name: 'R', phone: '1' })),
  ...PHONES.map((phone, index) => ({ email: `phone${index}@a.test`, id: `phone-${index}`, name: 'R', phone }))
]

startApp(undefined, async d1 => {
  await makeDatabaseBefore(d1, '0017_rider-words.sql')
  const insert = d1.prepare(
    `INSERT INTO users (id, name, email, phone, date_of_birth, password_hash, license_photo_url, created_at, deleted_at)
     VALUES (?1, ?2, ?3, ?4, '1990-01-01', 'x', 'x', 0, ?5)`
  )
  await d1.batch([
    ...riders.map(({ email, id, name, phone }) => insert.bind(id, name, email, phone, null)),
    insert.bind('deleted', 'Deleted rider', 'deleted-1', '', 1)
  ])
})

test('the first minutes after an upgrade store the words of existing riders as a sign-up does, and none of deleted riders', async () => {
  const [before] = await sql("SELECT word FROM rider_words WHERE user_id = 'asha' AND word = 'rao'")
  expect(before, 'found before as well').toBeDefined()
  await app.runMinute()
  expect(await sql('SELECT id FROM users WHERE name_key IS NULL AND deleted_at IS NULL')).toEqual([])
  const stored = await sql<{ user_id: string; word: string }>('SELECT user_id, word FROM rider_words')
  const wordsOf = (id: string) => stored.flatMap(({ user_id, word }) => (user_id === id ? [word] : [])).sort()
  for (const { id, ...fields } of riders) expect(wordsOf(id), id).toEqual(riderWords(fields).sort())
  expect(wordsOf('deleted')).toEqual([])
  expect(wordsOf('asha'), 'a rider of the first version').toContain('rao')
})
