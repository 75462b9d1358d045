import { format } from 'date-fns'
import { MapPin, Search } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ask } from './api.js'
import { Select, Spinner, Trouble, useAnswer } from './kit.jsx'

async function loadHome() {
  const { property_id } = await ask('/profile')
  const [properties, scooters] = await Promise.all([ask('/properties'), ask(`/properties/${property_id}/scooters`)])
  return { property: properties.find(({ id }) => id === property_id), scooters }
}

const SHOWN = [
  { label: 'All', value: 'all' },
  { label: 'Available', value: 'Available' }
]

function Card({ scooter }) {
  return (
    <li className="card grid grid-cols-[clamp(104px,31vw,128px)_minmax(0,1fr)] overflow-hidden">
      {scooter.image_url ? <img alt={scooter.name} src={scooter.image_url} /> : <span />}
      <div className="grid min-w-0 content-start gap-2.5 p-3.5 md:p-4">
        <h3>{scooter.name}</h3>
        <p className="caption numeric">
          {scooter.status}
          {scooter.booked_until && ` until ${format(new Date(scooter.booked_until), 'h:mm aaa')}`}
        </p>
        <Link className="btn btn-primary" to={`/booking/${scooter.id}`}>
          Book Now
        </Link>
      </div>
    </li>
  )
}

export function Home() {
  const { error, loaded } = useAnswer(loadHome)
  const [shown, setShown] = useState('all')
  if (error) return <Trouble error={error} />
  if (!loaded) return <Spinner />
  const scooters = loaded.scooters.filter(({ status }) => shown === 'all' || status === shown)
  return (
    <main className="page">
      <div className="wrapper grid grid-cols-[minmax(0,1fr)] gap-7">
        <section className="relative isolate flex min-h-44 items-end overflow-hidden rounded-t-card bg-panel text-white">
          <div className="p-4 pt-14">
            <h1>{loaded.property.name}</h1>
            <p>
              <MapPin size={20} /> {loaded.property.location}
            </p>
          </div>
        </section>
        <div className="flex gap-2">
          <Search size={20} />
          <Select label="Show" onChange={setShown} options={SHOWN} value={shown} />
        </div>
        <ul className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
          {scooters.map(scooter => (
            <Card key={scooter.id} scooter={scooter} />
          ))}
        </ul>
      </div>
    </main>
  )
}
