import { addDays, addHours, eachDayOfInterval, format, parseISO, set, startOfToday } from 'date-fns'
import { ArrowLeft, CalendarDays, Clock } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { useNavigate, useParams } from 'react-router'
import { api, ask } from './api.js'
import { Dialog, Spinner, Trouble, useAnswer } from './kit.jsx'

const DAYS = 14
const HOURS = Array.from({ length: 18 }, (_, index) => index + 6)

async function loadBooking(scooter_id) {
  const { property_id } = await ask('/profile')
  const property = `/properties/${property_id}`
  const [scooters, { pricing_plans }, pricing, { busy }] = await Promise.all([
    ask(`${property}/scooters`),
    ask(`${property}/pricing-plans`),
    ask(`${property}/pricing`),
    ask(`/scooters/${scooter_id}/availability?date=${format(new Date(), 'yyyy-MM-dd')}`)
  ])
  return { busy, pricing, pricing_plans, scooter: scooters.find(({ id }) => id === scooter_id) }
}

function isTaken(busy, start) {
  return busy.some(({ end_time, start_time }) => start >= parseISO(start_time) && start < parseISO(end_time))
}

function Strip({ day, onChoose }) {
  const today = startOfToday()
  return (
    <div className="-mx-4 grid auto-cols-[60px] grid-flow-col gap-2 overflow-x-auto px-4">
      {eachDayOfInterval({ end: addDays(today, DAYS - 1), start: today }).map(one => (
        <button
          aria-pressed={Number(one) === Number(day)}
          className="btn"
          key={one}
          onClick={() => onChoose(one)}
          type="button"
        >
          {format(one, 'EEE d MMM')}
        </button>
      ))}
    </div>
  )
}

export function Booking() {
  const { scooterId } = useParams()
  const navigate = useNavigate()
  const { error, loaded } = useAnswer(loadBooking, scooterId)
  const [day, setDay] = useState(startOfToday)
  const [hour, setHour] = useState(null)
  const [isPicking, setIsPicking] = useState(false)
  const [plan, setPlan] = useState(null)
  const [order, setOrder] = useState(null)
  if (error) return <Trouble error={error} />
  if (!loaded) return <Spinner />
  const start = hour === null ? null : set(day, { hours: hour })
  const chosen = loaded.pricing_plans.find(({ id }) => id === plan)

  async function book() {
    const body = { pricing_plan_id: plan, scooter_id: scooterId, start_time: start.toISOString() }
    const { data } = await api.post('/bookings/hourly', body)
    setOrder(data)
  }

  return (
    <main className="page">
      <div className="wrapper grid gap-7">
        <button className="link" onClick={() => navigate(-1)} type="button">
          <ArrowLeft size={20} /> Back
        </button>
        <section className="card p-4">
          <h1>{loaded.scooter.name}</h1>
          <p className="caption">{loaded.scooter.status}</p>
        </section>
        <section className="grid gap-5">
          <h2 className="text-2xl">Booking Details</h2>
          <h3>
            <CalendarDays size={20} /> Date
          </h3>
          <button className="link" onClick={() => setIsPicking(true)} type="button">
            More dates
          </button>
          <Strip day={day} onChoose={setDay} />
          <h3>
            <Clock size={20} /> Start Time
          </h3>
          <div className="grid grid-cols-4 gap-2">
            {HOURS.map(one => (
              <button
                className="btn"
                disabled={isTaken(loaded.busy, set(day, { hours: one }))}
                key={one}
                onClick={() => setHour(one)}
                type="button"
              >
                {format(set(day, { hours: one }), 'h:mm aaa')}
              </button>
            ))}
          </div>
          <h3>Pricing Plan</h3>
          <RadioGroup.Root className="grid gap-2" onValueChange={setPlan} value={plan}>
            {loaded.pricing_plans.map(({ cost, hours, id, name }) => (
              <label className="card flex min-h-[68px] items-center gap-x-3 p-3" key={id}>
                <RadioGroup.Item className="radio" value={id} />
                <input className="sr-only" name="offer" readOnly tabIndex={-1} type="radio" value={id} />
                <span className="h3">
                  {name} · {hours} h
                </span>
                <span className="numeric text-xl font-bold">₹{cost}</span>
              </label>
            ))}
          </RadioGroup.Root>
        </section>
        <aside className="card grid gap-4 p-4">
          <h2>Booking Summary</h2>
          <p>
            {start
              ? `${format(start, 'd MMM, h:mm aaa')} – ${format(addHours(start, chosen?.hours ?? 1), 'h:mm aaa')}`
              : '–'}
          </p>
          <p className="numeric text-2xl">{chosen ? `₹${chosen.cost}` : '–'}</p>
          <button className="btn btn-primary" disabled={!start || !chosen} onClick={book} type="button">
            Book Now
          </button>
        </aside>
        <Dialog onClose={() => setIsPicking(false)} open={isPicking} title="Any day">
          <DayPicker mode="single" onSelect={one => one && setDay(one)} selected={day} />
        </Dialog>
        <Dialog onClose={() => setOrder(null)} open={order !== null} title="Payment">
          {order?.razorpay_order_id}
        </Dialog>
      </div>
    </main>
  )
}
