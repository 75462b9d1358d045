import { SkeletonBlock } from '#islands/ui/feedback/skeleton.tsx'
import * as text from '#messages/home.ts'
import type { HomeProperty } from '#stores/home/home.ts'
import { Banner } from './banner.tsx'
import { CARD, CARD_BODY, GRID } from './scooters.tsx'

const CARDS = ['first', 'second', 'third']

export function HomeSkeleton({ property = null }: { property?: HomeProperty | null }) {
  return (
    <>
      {!property && <h1 className="sr-only">{text.title}</h1>}
      {property ? <Banner property={property} /> : <BannerSkeleton />}
      <section aria-busy="true" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <p className="muted flex min-h-[52px] items-end md:min-h-[26px]" role="status">
          {text.loading}
        </p>
        <ul aria-hidden="true" className={GRID}>
          {CARDS.map(card => (
            <li className={CARD} key={card}>
              <div className="scooter-picture md:h-[168px]" />
              <div className={CARD_BODY}>
                <SkeletonBlock className="my-0.5 h-[19px] w-3/5" />
                <SkeletonBlock className="h-[26px] w-24" />
                <SkeletonBlock className="h-5 w-28" />
                <SkeletonBlock className="h-11 rounded-control" />
              </div>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

function BannerSkeleton() {
  return (
    <div aria-hidden="true" className="grid grid-cols-[minmax(0,1fr)]">
      <SkeletonBlock className="h-44 rounded-t-card rounded-b-none md:h-[232px]" />
      <div className="card flex items-center gap-3 rounded-t-none border-t-0 py-2.5 pr-2.5 pl-4">
        <div className="grid flex-1 gap-2">
          <SkeletonBlock className="h-3.5 w-1/2 max-w-40" />
          <SkeletonBlock className="h-[18px] w-2/3 max-w-56" />
        </div>
        <SkeletonBlock className="h-11 w-37 rounded-control" />
      </div>
    </div>
  )
}
