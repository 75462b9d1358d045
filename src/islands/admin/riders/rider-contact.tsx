import type { StaffRide } from '#contract/bookings/admin-bookings.ts'
import { useRenderTime } from '#islands/ui/hooks/use-store.tsx'
import * as todayText from '#messages/admin/today.ts'
import { type Contact, contactOf } from '#stores/admin/riders/contact.ts'

export function RiderContact({ property, ride }: { property: string; ride: StaffRide }) {
  const now = useRenderTime()
  const contact = contactOf(ride, property, now)
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4">
        <span className="max-md:basis-full">{ride.user_name}</span>
        {contact && <ContactLinks contact={contact} />}
      </p>
      {ride.note_to_staff && <q className="font-normal">{ride.note_to_staff}</q>}
    </>
  )
}

export function ContactLinks({ contact: { chatUrl, phone, phoneUrl } }: { contact: Contact }) {
  return (
    <>
      <a className="link numeric inline-flex min-h-11 items-center" href={phoneUrl}>
        {phone}
      </a>
      {chatUrl && (
        <a
          className="link inline-flex min-h-11 items-center print:hidden"
          href={chatUrl}
          rel="noreferrer"
          target="_blank"
        >
          {todayText.labels.chat}
        </a>
      )}
    </>
  )
}
