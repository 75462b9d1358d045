import { format, parseISO } from 'date-fns'
import { Bike, Building2, CalendarCheck, Users } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { ask } from './api.js'
import { Spinner, Trouble, useAnswer } from './kit.jsx'

const LISTS = ['properties', 'scooters', 'pricing', 'pricing-plans', 'users', 'bookings']

async function loadPortal() {
  const [stats, ...lists] = await Promise.all([
    ask('/admin/stats'),
    ...LISTS.map(name => ask(`/admin/${name}?per_page=50`))
  ])
  return { lists: Object.fromEntries(LISTS.map((name, index) => [name, lists[index]])), stats }
}

function Stat({ count, icon: Icon, label }) {
  return (
    <div className="card flex min-h-17 items-center gap-x-3.5 px-4 py-2.5">
      <Icon size={24} />
      <b className="numeric text-4xl font-bold">{count.toLocaleString('en-IN')}</b>
      <h2 className="h3">{label}</h2>
    </div>
  )
}

function Recent({ bookings }) {
  return (
    <section className="card min-w-0">
      <h2 className="px-5 pt-5 pb-2">Recent Bookings</h2>
      <ul>
        {bookings.slice(0, 5).map(booking => (
          <li className="recent-row" key={booking.id}>
            <h3>{booking.user_name}</h3>
            <p className="caption numeric">{format(parseISO(booking.start_time), 'd MMM, h:mm aaa')}</p>
            <p className="caption">{booking.scooter_name}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function List({ rows }) {
  return (
    <ul>
      {rows.map(row => (
        <li className="recent-row" key={row.id ?? row.property_id}>
          {row.name ?? row.user_name ?? row.property_name}
        </li>
      ))}
    </ul>
  )
}

export function Admin() {
  const { error, loaded } = useAnswer(loadPortal)
  if (error) return <Trouble error={error} />
  if (!loaded) return <Spinner />
  const { lists, stats } = loaded
  return (
    <main className="page">
      <div className="wrapper-wide grid gap-5">
        <h1>Admin Dashboard</h1>
        <section aria-busy="false" className="grid grid-cols-2 gap-3">
          <Stat count={stats.total_properties} icon={Building2} label="Properties" />
          <Stat count={stats.available_scooters} icon={Bike} label="Scooters" />
          <Stat count={stats.total_users} icon={Users} label="Users" />
          <Stat count={stats.active_bookings} icon={CalendarCheck} label="Bookings" />
        </section>
        <Tabs.Root defaultValue="overview">
          <Tabs.List className="tabs">
            {['overview', ...LISTS].map(name => (
              <Tabs.Trigger id={`tab-${name}`} key={name} value={name}>
                {name}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          <div id="tab-panel">
            <Tabs.Content value="overview">
              <Recent bookings={lists.bookings} />
            </Tabs.Content>
            {LISTS.map(name => (
              <Tabs.Content key={name} value={name}>
                <List rows={lists[name]} />
              </Tabs.Content>
            ))}
          </div>
        </Tabs.Root>
      </div>
    </main>
  )
}
