import { googleCalendarUrl } from '#domain/bookings/calendar-event.ts'
import { Button } from '#islands/ui/controls/button.tsx'
import { Modal } from '#islands/ui/feedback/modal.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as labels from '#messages/labels.ts'
import * as text from '#messages/my-bookings/calendar.ts'
import {
  $calendarRide,
  closeCalendarDialog,
  saveCalendarFile
} from '#stores/my-bookings/manage-ride/calendar-dialog.ts'

/** The two ways in which a ride gets into the rider's own calendar. */
export function CalendarDialog() {
  const ride = useStore($calendarRide)
  return (
    <Modal onClose={closeCalendarDialog} isOpen={ride !== null} title={text.addToCalendar}>
      {ride && (
        <div className="mt-2 grid gap-3">
          <Button onClick={() => saveCalendarFile(ride)} isWide>
            {text.calendarFile}
          </Button>
          <a className="btn btn-secondary btn-wide" href={googleCalendarUrl(ride)} rel="noreferrer" target="_blank">
            {text.googleCalendar}
          </a>
          <Button kind="ghost" onClick={closeCalendarDialog} isWide>
            {labels.close}
          </Button>
        </div>
      )}
    </Modal>
  )
}
