import type { ReactNode } from 'react'
import type { Scooter } from '#contract/catalogue/catalogue.ts'
import { rideEndOf } from '#domain/bookings/rides.ts'
import { PriceChangeDialog } from '#islands/payment/payment-notices.tsx'
import { Icon, type IconName } from '#islands/ui/art/icon.tsx'
import { ScooterPicture } from '#islands/ui/art/pictures.tsx'
import { BookingBlockNote, PauseNote } from '#islands/ui/feedback/booking-notes.tsx'
import { Note, SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { InitialDataProvider, useRenderTime, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as appShellText from '#messages/app-shell.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as commonText from '#messages/common.ts'
import * as problemsText from '#messages/problems.ts'
import {
  $bookingBlock,
  $bookingPage,
  bookingSsrEntries,
  goBackHome,
  type InitialBookingData
} from '#stores/booking/page-data.ts'
import {
  BookingBar,
  BookingColumns,
  BookingDetails,
  DAY_STRIP,
  FOCUS_TARGET_IDS,
  IMAGE_ASPECT,
  MainColumn,
  ScooterDetails,
  ScooterFrame,
  SectionHeading
} from './booking-layout.tsx'
import { DateStrip } from './date-strip.tsx'
import { Offers } from './offers.tsx'
import { StartTime } from './start-time.tsx'
import { Summary } from './summary.tsx'

function BackButton({ children }: { children?: ReactNode }) {
  return (
    <div className="-mt-3 mb-1 flex items-center justify-between gap-4 md:-mt-5">
      <button className="link -ml-0.5 no-underline" onClick={goBackHome} type="button">
        <Icon name="back" />
        {commonText.back}
      </button>
      {children}
    </div>
  )
}

export function BookingPage({ initialData }: { initialData?: InitialBookingData }) {
  return (
    <InitialDataProvider toSsrEntries={bookingSsrEntries} initialData={initialData}>
      <LoadedPage />
    </InitialDataProvider>
  )
}

function BlockNote({ supportPhone }: { supportPhone: string | null | undefined }) {
  const block = useStore($bookingBlock)
  return (
    <div className="empty:hidden" id={FOCUS_TARGET_IDS.block} tabIndex={-1}>
      <BookingBlockNote block={block} hasLink={false} supportPhone={supportPhone} />
    </div>
  )
}

function LoadedPage() {
  const page = useStore($bookingPage)
  if (page === null) {
    return (
      <div aria-busy="true" className="wrapper">
        <BackButton>
          <p className="caption" role="status">
            {bookingText.loading}
          </p>
        </BackButton>
        <BookingSkeleton />
      </div>
    )
  }
  return (
    <div className="wrapper">
      <BackButton />
      <BookingColumns>
        <MainColumn>
          <BlockNote supportPhone={page.scooter.support_phone} />
          <PauseNote scooter={page.scooter} />
          <ChosenScooter scooter={page.scooter} />
          <BookingDetails>
            <h2 className="text-2xl">{bookingText.bookingDetails}</h2>
            <DateStrip />
            <StartTime />
            <Offers />
          </BookingDetails>
        </MainColumn>
        <Summary />
      </BookingColumns>
      <PriceChangeDialog />
    </div>
  )
}

const DAYS = Array.from({ length: 10 }, (_, index) => `day-${index}`)
const SLOTS = Array.from({ length: 12 }, (_, index) => `slot-${index}`)
const OFFERS = ['offer-1', 'offer-2', 'offer-3', 'offer-4']

function TimesSkeleton() {
  return (
    <section className="grid gap-2.5">
      <SectionHeading title={commonText.startTime}>
        <SkeletonBlock className="h-11 w-42" />
      </SectionHeading>
      <SkeletonBlock className="h-14" />
      <div className="grid grid-cols-[repeat(auto-fill,minmax(4.6rem,1fr))] gap-2 md:grid-cols-6">
        {SLOTS.map(slot => (
          <SkeletonBlock className="h-[46px]" key={slot} />
        ))}
      </div>
      <SkeletonBlock className="my-px h-4.5 w-40" />
    </section>
  )
}

/** Same dimensions as the loaded page, so that the layout does not shift. */
function BookingSkeleton() {
  return (
    <BookingColumns>
      <MainColumn>
        <ScooterFrame>
          <div className={`scooter-picture ${IMAGE_ASPECT}`} />
          <ScooterDetails
            title={
              <>
                <h1 className="sr-only">{appShellText.scooterFallbackName}</h1>
                <SkeletonBlock className="h-[26px] w-36" />
                <SkeletonBlock className="h-[26px] w-24" />
              </>
            }
          >
            <Instructions />
          </ScooterDetails>
        </ScooterFrame>
        <BookingDetails>
          <h2 className="text-2xl">{bookingText.bookingDetails}</h2>
          <section className="grid gap-2.5">
            <SectionHeading title={commonText.date}>
              <SkeletonBlock className="h-6 w-28" />
            </SectionHeading>
            <div className={DAY_STRIP}>
              {DAYS.map(day => (
                <SkeletonBlock className="h-[72px]" key={day} />
              ))}
            </div>
          </section>
          <TimesSkeleton />
          <section className="grid gap-2.5">
            <SectionHeading title={bookingText.pricingPlan}>
              <SkeletonBlock className="h-5 w-32" />
            </SectionHeading>
            <div className="grid gap-2 md:grid-cols-2">
              {OFFERS.map(offer => (
                <SkeletonBlock className="h-[70px]" key={offer} />
              ))}
            </div>
          </section>
        </BookingDetails>
      </MainColumn>
      <div className="card grid gap-4 p-4 md:p-5">
        <h2>{bookingText.summary}</h2>
        <SkeletonBlock className="h-[200px]" />
        <BookingBar>
          <SkeletonBlock className="h-[74px] md:h-12" />
        </BookingBar>
      </div>
    </BookingColumns>
  )
}

const STEP_ICONS: readonly IconName[] = ['check', 'pin-map', 'chat']

/** Identical in the loaded page and its skeleton. */
function Instructions() {
  return (
    <ul className="grid gap-2.5 text-[.9375rem] text-ink-2">
      {bookingText.instructions.map((instruction, index) => (
        <li className="flex gap-2.5" key={instruction}>
          <span className="mt-1 text-accent-ink">
            <Icon name={STEP_ICONS[index] ?? 'check'} size="s" />
          </span>
          {instruction}
        </li>
      ))}
    </ul>
  )
}

function ChosenScooter({ scooter }: { scooter: Scooter }) {
  const { bookable_later, image_url, known_damage, name, status } = scooter
  const now = useRenderTime()
  const rideEnd = rideEndOf(scooter, now)
  const isUnavailable = status !== 'Available' && !bookable_later
  return (
    <ScooterFrame>
      <ScooterPicture className={IMAGE_ASPECT} isDimmed={isUnavailable} image_url={image_url} name={name} />
      <ScooterDetails
        title={
          <>
            <h1 className="text-xl wrap-anywhere md:text-xl">{name}</h1>
            <StatusBadge status={status} />
          </>
        }
      >
        {rideEnd && <p className="caption numeric">{commonText.bookedUntil(rideEnd, now)}</p>}
        <Instructions />
        {known_damage && <p className="text-[.9375rem] wrap-anywhere">{problemsText.knownDamage(known_damage)}</p>}
        {isUnavailable && <Note kind="warning">{bookingText.scooterUnavailable}</Note>}
      </ScooterDetails>
    </ScooterFrame>
  )
}
