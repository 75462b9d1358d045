import { CHANGE_PROPERTY_PATH } from '#domain/routes.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { LinkButton } from '#islands/ui/controls/button.tsx'
import { SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import * as homeText from '#messages/home.ts'
import type { HomeProperty } from '#stores/home/home.ts'

// White text needs a dark gradient behind it on any photo. On phones, the gradient is as high as the text. On wide
// screens, it darkens the side with the text.
const SCRIM =
  '[background-image:linear-gradient(to_top,rgb(0_0_0/.88),rgb(0_0_0/.68)_calc(100%-3.5rem),rgb(0_0_0/0))] md:bg-none'
const SCRIM_WIDE =
  'absolute inset-0 hidden [background-image:linear-gradient(to_right,rgb(0_0_0/.8),rgb(0_0_0/.66)_44%,rgb(0_0_0/0)_80%)] md:block'

export function Banner({ property }: { property: HomeProperty }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)]">
      <section className="relative isolate flex min-h-44 items-end overflow-hidden rounded-t-card bg-panel text-white md:min-h-36">
        {property.image_url ? (
          <img alt="" className="absolute inset-0 size-full object-cover" decoding="async" src={property.image_url} />
        ) : (
          <Buildings />
        )}
        <div aria-hidden="true" className={SCRIM_WIDE} />
        <div className={`relative w-full min-w-0 p-4 pt-14 md:max-w-[max(44%,18rem)] md:py-6 md:pr-0 md:pl-7 ${SCRIM}`}>
          <h1 className="[overflow-wrap:anywhere] lg:text-[2.5rem]">{property.name}</h1>
          {property.location && (
            <p className="mt-0.5 flex items-center gap-1.5">
              <Icon name="pin-map" />
              {property.location}
            </p>
          )}
        </div>
      </section>
      <section className="card flex flex-wrap items-center gap-3 rounded-t-none border-t-0 py-2.5 pr-2.5 pl-4">
        <div className="flex-1 basis-28">
          <p className="caption">{homeText.currentProperty}</p>
          <p className="h3 wrap-anywhere">{property.name}</p>
        </div>
        <LinkButton href={CHANGE_PROPERTY_PATH} kind="secondary" isSmall>
          {homeText.changeProperty}
        </LinkButton>
      </section>
    </div>
  )
}

export function BannerSkeleton() {
  return (
    <div aria-hidden="true" className="grid grid-cols-[minmax(0,1fr)]">
      <SkeletonBlock className="h-44 rounded-t-card rounded-b-none md:h-36" />
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

/** Stands in for the picture of a property. */
function Buildings() {
  return (
    <svg
      aria-hidden="true"
      className="absolute inset-0 size-full dark:[filter:brightness(.78)]"
      preserveAspectRatio="xMaxYMin slice"
      viewBox="0 0 800 320"
    >
      <rect fill="#a9cfc9" height="320" width="800" />
      <circle cx="655" cy="70" fill="#f6e3ad" r="34" />
      <path d="M0 210c120-40 230-30 330-10s300 20 470-30v150H0z" fill="#7fb0a3" />
      <rect fill="#d8c9ae" height="224" width="120" x="330" y="96" />
      <rect fill="#efe4cf" height="280" width="150" x="462" y="40" />
      <rect fill="#dccdb3" height="236" width="132" x="624" y="84" />
      <rect fill="#b9674a" height="12" width="150" x="462" y="40" />
      <path d="M330 96h120v10H330zM624 84h132v10H624z" fill="#9c5540" />
      <Windows />
      <g fill="#b9674a">
        {FLOORS.map(floor => (
          <rect height="4" key={floor} width="124" x="474" y={92 + floor * FLOOR} />
        ))}
      </g>
      <g fill="#2f6a4c">
        <ellipse cx="318" cy="276" rx="46" ry="34" />
        <ellipse cx="456" cy="290" rx="38" ry="26" />
        <ellipse cx="770" cy="272" rx="52" ry="40" />
        <ellipse cx="622" cy="292" rx="34" ry="22" />
      </g>
      <rect fill="#3d5a4d" height="16" width="800" y="304" />
    </svg>
  )
}

const FLOORS = [0, 1, 2, 3, 4, 5]
const FLOOR = 38
const IN_A_ROW = [0, 1, 2]
/** The windows of the building in the middle, and of those on its left and right. */
const WINDOWS = [
  { floors: FLOORS, height: '20', step: 42, width: '26', x: 480, y: 70 },
  { floors: FLOORS.slice(0, -1), height: '18', step: 35, width: '20', x: 344, y: 122 },
  { floors: FLOORS.slice(0, -1), height: '18', step: 38, width: '22', x: 640, y: 110 }
]

function Windows() {
  return (
    <g fill="#47736c">
      {WINDOWS.map(({ floors, height, step, width, x, y }) =>
        floors.map(floor =>
          IN_A_ROW.map(place => (
            <rect
              height={height}
              key={`${x} ${floor} ${place}`}
              width={width}
              x={x + place * step}
              y={y + floor * FLOOR}
            />
          ))
        )
      )}
    </g>
  )
}
