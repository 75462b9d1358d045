export const DEMO_ADMIN = { email: 'admin@demo.test', id: 'demo-admin', name: 'Nandini Shetty', password: 'Admin@123' }

/** The people beside the owner. They have the owner's password, except one who is invited. */
export const DEMO_STAFF = [
  { email: 'manager@demo.test', id: 'demo-manager', name: 'Farah Ali', properties: ['palm-grove'], role: 'manager' },
  {
    email: 'caretaker@demo.test',
    id: 'demo-caretaker',
    name: 'Ravi Kumar',
    properties: ['palm-grove', 'lakeview'],
    role: 'caretaker'
  },
  {
    email: 'joseph@demo.test',
    id: 'demo-invited',
    isInvited: true,
    name: 'Joseph Mathew',
    properties: ['sea-breeze'],
    role: 'caretaker'
  }
] as const

/** The password of every demo rider. */
export const DEMO_PASSWORD = 'Rider@123'

function rider<Id extends string>(id: Id, [name, date_of_birth, phone, property_id]: [string, string, string, string]) {
  return { date_of_birth, email: `${id}@demo.test`, id, name, phone, property_id }
}

export const DEMO_RIDERS = [
  { ...rider('asha', ['Asha Rao', '1997-08-14', '+91 98450 11223', 'palm-grove']), email: 'rider@demo.test' },
  rider('meera', ['Meera Iyer', '1989-02-27', '+91 98862 40175', 'palm-grove']),
  rider('kabir', ['Kabir Khan', '2001-11-05', '+91 90080 55412', 'palm-grove']),
  rider('ananya', ['Ananya Das', '1994-06-19', '+91 97410 83306', 'lakeview']),
  rider('rohan', ['Rohan Pillai', '1985-12-30', '+91 99001 27748', 'lakeview']),
  rider('zoya', ['Zoya Fernandes', '1999-04-08', '+91 98221 60934', 'sea-breeze']),
  // The number of another rider.
  rider('dev', ['Dev Malhotra', '1996-01-22', '+91 90080 55412', 'palm-grove']),
  rider('nisha', ['Nisha Verma', '1992-09-11', '+91 93421 70586', 'lakeview']),
  // The desk has added this guest, who has no email.
  { ...rider('lukas', ['Lukas Weber', '1998-03-12', '+49 151 2345 6789', 'sea-breeze']), email: 'desk-lukas' }
] as const

/** Has asked for the deletion of the account. */
export const DEMO_LEAVING = { days_ago: 10, id: 'nisha' } as const

/** What was decided about their licences; the others are approved. */
export const DEMO_REVIEW = { rejected: 'ananya', suspended: 'dev', waiting: 'kabir' } as const

export const DEMO_SUSPENSION = 'Left Blue 3 at the metro station twice'

export type DemoRider = (typeof DEMO_RIDERS)[number]
