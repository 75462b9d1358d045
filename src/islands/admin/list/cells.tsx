import { type ComponentProps, Fragment } from 'react'
import type { BookingSummary } from '#contract/payments/refunds.ts'
import type { Column } from '#islands/admin/list/list-panel.tsx'
import { Icon, type IconName } from '#islands/ui/art/icon.tsx'
import { ScooterDrawing } from '#islands/ui/art/pictures.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import * as guestsText from '#messages/admin/guests.ts'
import * as listsText from '#messages/admin/lists.ts'
import { relativeRideText } from '#stores/admin/relative-times.ts'

/** Allows line breaks in an email after '@' and before dots, for narrow columns. */
export function EmailText({ email }: { email: string }) {
  return email.split(/(?<=@)|(?=\.)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, in their order
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

/** The email of a rider, or that the rider is a guest without one. */
export function EmailOrGuest({ email }: { email: string }) {
  return email === '' ? guestsText.withoutEmail : <EmailText email={email} />
}

/** The same of a booking. Of a deleted rider neither email nor phone is known. */
export function RiderEmail({ user_email, user_phone }: Pick<BookingSummary, 'user_email' | 'user_phone'>) {
  if (user_email === '' && !user_phone) return null
  return (
    <span className="caption">
      <EmailOrGuest email={user_email} />
    </span>
  )
}

/** A rider's name with the email, because names are not unique, and the phone where the backend sends it. */
export function RiderText(rider: BookingSummary) {
  const { user_name, user_phone } = rider
  return (
    <span className="text-lines lg:min-w-36">
      <span className="font-semibold">{user_name}</span>
      <RiderEmail {...rider} />
      {user_phone && <span className="caption numeric">{user_phone}</span>}
    </span>
  )
}

/** When a ride is. A narrow column breaks the text between its days and its times first. */
export function RideTimes({ now, ride }: { now: Date; ride: Parameters<typeof relativeRideText>[0] }) {
  const parts = relativeRideText(ride, now).split(/(?<=,) /)
  return (
    <span>
      {parts.map(part => (
        <Fragment key={part}>
          <span className="inline-block whitespace-nowrap">{part}</span>{' '}
        </Fragment>
      ))}
    </span>
  )
}

interface RowButtonProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  label: string
  row: string
}

/** An action on a row. Its accessible name includes the row. */
export function RowButton({ label, row, ...button }: RowButtonProps) {
  return (
    <Button {...button} aria-label={listsText.actionOn(label, row)} isSmall>
      {label}
    </Button>
  )
}

export function PropertyText({ location, name }: { location?: string | null | undefined; name: string }) {
  return (
    <span className="text-lines">
      <span>{name}</span>
      {location && <span className="caption">{location}</span>}
    </span>
  )
}

interface RowOfScooter {
  property_name: string | null
  scooter_name: string
}

/** A scooter, with its property below. */
export const scooterColumn = (heading: string, noProperty?: string): Column<RowOfScooter> => ({
  cell: ({ property_name, scooter_name }) => (
    <span className="font-semibold">
      <PropertyText location={property_name ?? noProperty} name={scooter_name} />
    </span>
  ),
  heading,
  layout: 'main'
})

interface PicturedNameProps {
  name: string
  image_url: string | null | undefined
  /** Shown if there is no picture. */
  fallbackIcon: IconName | 'scooter drawing'
  isRound?: boolean
}

/** A row's name beside its picture, which is decorative. */
export function PicturedName({ name, ...picture }: PicturedNameProps) {
  return (
    <span className="flex items-center gap-3 font-semibold">
      <Thumbnail {...picture} />
      {name}
    </span>
  )
}

function Thumbnail({ image_url, fallbackIcon, isRound }: Omit<PicturedNameProps, 'name'>) {
  return (
    <span
      className={`thumbnail grid flex-none place-items-center overflow-hidden bg-picture text-ink-2 ${isRound ? 'thumbnail-round size-11 rounded-full' : 'h-10 w-13 rounded-badge'}`}
    >
      {image_url && <img alt="" className="size-full object-cover" decoding="async" loading="lazy" src={image_url} />}
      {!image_url && fallbackIcon === 'scooter drawing' && <ScooterDrawing className="w-9" />}
      {!image_url && fallbackIcon !== 'scooter drawing' && <Icon name={fallbackIcon} />}
    </span>
  )
}
