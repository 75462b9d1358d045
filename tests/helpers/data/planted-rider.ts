import { DELETED_WITH_RIDER, FORGOTTEN } from '#server/db/schema/riders.ts'
import { sql } from '#tests/helpers/servers/app.ts'
import { insertRefund } from './rows.ts'

// A rider with a text or a time of its own in each column that server/db/schema/riders.ts marks.

/** The rows of all tables. */
export async function everyRow() {
  const tables = await sql<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite%'"
  )
  return Promise.all(tables.map(({ name }) => sql(`SELECT * FROM ${name}`)))
}

type Table = keyof typeof FORGOTTEN | (typeof DELETED_WITH_RIDER)[number]

/** The rows to insert, without the columns to mark. The other tables have a row already. */
function newRows(user_id: string, booking_id: string, admin_id: string): Partial<Record<Table, object>> {
  const made = { created_at: 0, id: 'made' }
  const sent = { channel: 'mail', due_at: 0, expires_at: 0, key: 'k', kind: 'cancelled', state: 'sent' }
  const fixed = { is_rideable: 1, kind: 'damaged', scooter_id: 's', state: 'fixed', updated_at: 0 }
  return {
    audits: { ...made, action: 'cancel_booking', admin_id, subject: booking_id },
    compensations: { booking_id, created_at: 0, paid_at: 1, paise: 700 },
    email_tokens: { admin_id: null, expires_at: 0, kind: 'password_reset', user_id },
    outbox: { ...made, ...sent, user_id },
    problems: { ...made, ...fixed, user_id },
    push_subscriptions: { admin_id: null, created_at: 0, user_id },
    rider_notes: { ...made, admin_id, kind: 'note', property_id: null, user_id },
    rider_words: { user_id }
  }
}

/** Ids of rows that stay are no words. */
const isMarked = (name: string) => !['property_id', 'user_id'].includes(name)

/** Returns what it has planted, by 'table.column'. Times are seconds. */
export async function plantMarked(user_id: string, booking_id: string): Promise<Record<string, number | string>> {
  const payment = await insertRefund({ booking_id, status: 'processed' })
  const [{ id: admin_id } = { id: '' }] = await sql<{ id: string }>('SELECT id FROM admins')
  const inserted = newRows(user_id, booking_id, admin_id)
  const ids: Partial<Record<Table, string>> = {
    bookings: booking_id,
    payments: payment,
    refunds: payment,
    users: user_id
  }
  const planted: Record<string, number | string> = {}
  const forgotten: Partial<Record<Table, object>> = FORGOTTEN
  for (const table of [...DELETED_WITH_RIDER, ...(Object.keys(FORGOTTEN) as Table[])]) {
    const columns = await sql<{ name: string; type: string }>(
      'SELECT name, upper(type) AS type FROM pragma_table_info(?)',
      table
    )
    const row = inserted[table] ?? {}
    const texts = columns.filter(({ name, type }) => type === 'TEXT' && !(name in row)).map(({ name }) => name)
    const names = Object.keys(forgotten[table] ?? {}).filter(isMarked)
    const marked = table in FORGOTTEN ? names : texts
    const values = marked.map((name, index) => {
      const number = 1_900_000_000 + Object.keys(planted).length + index
      // An address, because the file of the own data leaves out what is none.
      return columns.find(column => column.name === name)?.type === 'INTEGER' ? number : `planted@${number}`
    })
    for (const [index, name] of marked.entries()) planted[`${table}.${name}`] = values[index] as number | string
    if (table in inserted) {
      const fields = [...Object.keys(row), ...marked]
      const places = fields.map(() => '?')
      await sql(`INSERT INTO ${table} (${fields}) VALUES (${places})`, ...Object.values(row), ...values)
    } else {
      await sql(`UPDATE ${table} SET ${marked.map(name => `${name} = ?`)} WHERE id = ?`, ...values, ids[table])
    }
  }
  return planted
}
