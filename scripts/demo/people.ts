export const DEMO_ADMIN = { email: 'admin@demo.test', id: 'demo-admin', name: 'Nandini Shetty', password: 'Admin@123' }

/** The password of every demo rider. */
export const DEMO_PASSWORD = 'Rider@123'

export const DEMO_RIDERS = [
  {
    date_of_birth: '1997-08-14',
    email: 'rider@demo.test',
    id: 'asha',
    name: 'Asha Rao',
    phone: '+91 98450 11223',
    property_id: 'palm-grove'
  },
  {
    date_of_birth: '1989-02-27',
    email: 'meera@demo.test',
    id: 'meera',
    name: 'Meera Iyer',
    phone: '+91 98862 40175',
    property_id: 'palm-grove'
  },
  {
    date_of_birth: '2001-11-05',
    email: 'kabir@demo.test',
    id: 'kabir',
    name: 'Kabir Khan',
    phone: '+91 90080 55412',
    property_id: 'palm-grove'
  },
  {
    date_of_birth: '1994-06-19',
    email: 'ananya@demo.test',
    id: 'ananya',
    name: 'Ananya Das',
    phone: '+91 97410 83306',
    property_id: 'lakeview'
  },
  {
    date_of_birth: '1985-12-30',
    email: 'rohan@demo.test',
    id: 'rohan',
    name: 'Rohan Pillai',
    phone: '+91 99001 27748',
    property_id: 'lakeview'
  },
  {
    date_of_birth: '1999-04-08',
    email: 'zoya@demo.test',
    id: 'zoya',
    name: 'Zoya Fernandes',
    phone: '+91 98221 60934',
    property_id: 'sea-breeze'
  }
] as const

export type DemoRider = (typeof DEMO_RIDERS)[number]
