import { nameKey } from '#domain/kit/text.ts'

interface RiderRow {
  date_of_birth: string
  deleted_at: number | null
  email: string
  id: string
  license_photo_url: string
  name: string
  name_key: string | null
  password_hash: string
  phone: string
  property_id: string | null
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Inserts a rider who signed up now. It is text without parameters, for any client of a database. */
export function insertRiderSql(fields: Partial<RiderRow> & { id: string }): string {
  const row: RiderRow = {
    date_of_birth: '1990-01-01',
    deleted_at: null,
    email: `${fields.id}@example.test`,
    license_photo_url: 'x',
    name: 'R',
    name_key: nameKey(fields.name ?? 'R'),
    password_hash: 'x',
    phone: '1',
    property_id: null,
    ...fields
  }
  const values = Object.values(row).map(value => (typeof value === 'string' ? quoted(value) : (value ?? 'NULL')))
  return `INSERT INTO users (${Object.keys(row).join()}, created_at) VALUES (${values.join()}, unixepoch())`
}
