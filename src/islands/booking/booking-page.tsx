import type { ReactNode } from 'react'
import { PriceChangeDialog } from '#islands/payment/payment-notices.tsx'
import { Icon } from '#islands/ui/art/icon.tsx'
import { InitialDataProvider, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/booking/booking.ts'
import { $bookingPage, bookingSsrEntries, goBackHome, type InitialBookingData } from '#stores/booking/page-data.ts'
import { BookingColumns, BookingDetails, MainColumn } from './booking-layout.tsx'
import { BookingSkeleton } from './booking-skeleton.tsx'
import { ChosenScooter } from './chosen-scooter.tsx'
import { DateStrip } from './date-strip.tsx'
import { Offers } from './offers.tsx'
import { StartTime } from './start-time.tsx'
import { Summary } from './summary.tsx'

function BackButton({ children }: { children?: ReactNode }) {
  return (
    <div className="-mt-3 mb-1 flex items-center justify-between gap-4 md:-mt-5">
      <button className="link -ml-0.5 no-underline" onClick={goBackHome} type="button">
        <Icon name="back" />
        {text.back}
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

function LoadedPage() {
  const page = useStore($bookingPage)
  if (page === null) {
    return (
      <div aria-busy="true" className="wrapper">
        <BackButton>
          <p className="caption" role="status">
            {text.loading}
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
          <ChosenScooter scooter={page.scooter} />
          <BookingDetails>
            <h2 className="text-2xl">{text.bookingDetails}</h2>
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
