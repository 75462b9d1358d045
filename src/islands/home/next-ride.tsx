import { PATHS } from '#domain/routes.ts'
import { atTimeText } from '#domain/time/time-texts.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import * as text from '#messages/home.ts'
import { rideTime } from '#messages/labels.ts'

interface NextRideProps {
  end: Date
  now: Date
  /** When the PIN can be read; null: now. */
  pin_from: Date | null
  scooter_name: string
  start: Date
}

/** The ride that runs or comes next, rendered on the server only. layouts/scripts/next-ride.ts keeps it up to date. */
export function NextRide({ end, now, pin_from, scooter_name, start }: NextRideProps) {
  return (
    <div className="wrapper mb-4">
      <a
        className="card flex flex-wrap items-center gap-x-3 px-4 py-3 no-underline"
        data-end={end.toISOString()}
        data-start={start.toISOString()}
        href={PATHS.myBookings}
      >
        <span className="text-accent-ink">
          <Icon name="clock" />
        </span>
        <span className="min-w-[min(9rem,100%)] flex-1 wrap-anywhere text-ink">
          <b>{scooter_name}</b> · <span data-time-left="">{rideTime({ end, start }, now)}</span>
        </span>
        <span
          className="link numeric max-w-full shrink-0"
          data-pin-from={pin_from?.toISOString()}
          data-pin-text={text.seePin}
        >
          {pin_from && pin_from > now ? text.pinAppears(atTimeText(pin_from, now)) : text.seePin}
        </span>
      </a>
    </div>
  )
}
