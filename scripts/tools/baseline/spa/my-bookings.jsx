import { differenceInHours, format, isAfter, parseISO } from 'date-fns'
import { Copy, RefreshCw, Ticket } from 'lucide-react'
import { Collapsible } from 'radix-ui'
import { useState } from 'react'
import { toast } from 'sonner'
import { ask } from './api.js'
import { Spinner, Trouble, useAnswer } from './kit.jsx'

const copy = pin => navigator.clipboard.writeText(pin).then(() => toast.success('PIN copied'))

function Ride({ booking }) {
  const [start, end] = [parseISO(booking.start_time), parseISO(booking.end_time)]
  return (
    <article className="card grid gap-4 p-4">
      <h3>
        <Ticket size={20} /> {booking.scooter?.name}
      </h3>
      <p className="caption">{booking.payment_status}</p>
      <p className="numeric">
        {format(start, 'EEE d MMM, h:mm aaa')} – {format(end, 'h:mm aaa')} · {differenceInHours(end, start)} h
      </p>
      {booking.otp_pin && (
        <div className="grid justify-items-center rounded-card border-2 border-accent bg-accent-soft p-4 text-center">
          <h4>Scooter PIN</h4>
          <p aria-hidden="true" className="numeric text-[clamp(3.25rem,16.5vw,4.5rem)]/[1.08] font-[750]">
            {booking.otp_pin}
          </p>
          <button className="btn" onClick={() => copy(booking.otp_pin)} type="button">
            <Copy size={16} /> Copy PIN
          </button>
        </div>
      )}
    </article>
  )
}

const loadMine = () => ask('/my-bookings')

export function MyBookings() {
  const [asked, setAsked] = useState(0)
  const { error, loaded } = useAnswer(loadMine, asked)
  if (error) return <Trouble error={error} />
  if (!loaded) return <Spinner />
  const isAhead = ({ end_time }) => isAfter(parseISO(end_time), new Date())
  return (
    <main className="page">
      <div className="wrapper grid gap-5">
        <header className="flex justify-between">
          <h1>My Bookings</h1>
          <button aria-label="Refresh" className="btn btn-icon" onClick={() => setAsked(asked + 1)} type="button">
            <RefreshCw size={20} />
          </button>
        </header>
        {loaded.filter(isAhead).map(booking => (
          <Ride booking={booking} key={booking.id} />
        ))}
        <Collapsible.Root>
          <Collapsible.Trigger className="btn">Past Bookings</Collapsible.Trigger>
          <Collapsible.Content>
            {loaded
              .filter(booking => !isAhead(booking))
              .map(booking => (
                <Ride booking={booking} key={booking.id} />
              ))}
          </Collapsible.Content>
        </Collapsible.Root>
      </div>
    </main>
  )
}
