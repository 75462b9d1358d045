import { SkeletonBlock } from '#islands/ui/feedback/skeleton.tsx'
import * as text from '#messages/my-bookings/my-bookings.ts'

const PAST_ROWS = ['first', 'second', 'third']

export function BookingsSkeleton() {
  return (
    <>
      <section aria-busy="true" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <p className="muted min-h-[26px]" role="status">
          {text.loading}
        </p>
        <div aria-hidden="true" className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 md:grid-cols-2 md:gap-5">
          <CardSkeleton />
        </div>
      </section>
      <section aria-hidden="true" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <SkeletonBlock className="h-[26px] w-40" />
        <div className="card divide-y divide-line">
          {PAST_ROWS.map(row => (
            <div className="grid gap-1.5 px-4 py-3.5 md:px-5" key={row}>
              <SkeletonBlock className="h-[22px] w-40" />
              <SkeletonBlock className="h-[18px] w-52" />
            </div>
          ))}
        </div>
      </section>
    </>
  )
}

/** As tall as the largest card. */
function CardSkeleton() {
  return (
    <div className="card grid gap-3 p-3 md:col-span-full md:grid-cols-2 md:gap-x-5 md:p-5">
      <div className="col-span-full flex justify-between gap-3">
        <SkeletonBlock className="h-[43px] w-3/5" />
        <SkeletonBlock className="h-[26px] w-24" />
      </div>
      <SkeletonBlock className="h-[176px] rounded-card" />
      <div className="grid content-between gap-3">
        <SkeletonBlock className="h-[80px]" />
        <SkeletonBlock className="h-[44px] w-44" />
        <SkeletonBlock className="h-[26px] w-28" />
      </div>
    </div>
  )
}
