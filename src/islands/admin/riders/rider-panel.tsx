import type { RiderFile } from '#contract/review/review.ts'
import { ageOn } from '#domain/riders/fields.ts'
import { dayOf, plainDateText } from '#domain/time/india-time.ts'
import { licenceIdFromUrl } from '#domain/uploads/urls.ts'
import { EmailText } from '#islands/admin/list/cells.tsx'
import { ListLink } from '#islands/admin/list/list-link.tsx'
import { DialogPhoto } from '#islands/admin/list/row-dialogs.tsx'
import { ApprovalForm, RejectDialog, SuspendDialog } from '#islands/admin/riders/decisions.tsx'
import { ContactLinks } from '#islands/admin/riders/rider-contact.tsx'
import { RiderMessagesDialog } from '#islands/admin/riders/rider-messages.tsx'
import { Panel, PanelSection } from '#islands/ui/chrome/panel.tsx'
import { Button, LinkButton } from '#islands/ui/controls/button.tsx'
import { TextField } from '#islands/ui/controls/field.tsx'
import { Form } from '#islands/ui/controls/form.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { ErrorState, Loading, SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useFormField, useStore } from '#islands/ui/hooks/use-store.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-time.ts'
import { approvedUntil, endedOn } from '#messages/account/profile.ts'
import { views } from '#messages/admin/dashboard.ts'
import { badges, noteText, queue, REASONS, panel as text } from '#messages/admin/review.ts'
import { licencePhoto, riderMessages, riders } from '#messages/admin/riders.ts'
import { chatText } from '#messages/admin/today.ts'
import * as labels from '#messages/labels.ts'
import { bookingsOfRider } from '#stores/admin/bookings/booking-queries.ts'
import { relativeTimeText } from '#stores/admin/relative-times.ts'
import { contactBy } from '#stores/admin/riders/contact.ts'
import {
  $isLifting,
  $isSavingNote,
  $openRider,
  $riderFile,
  addNote,
  approval,
  closeRider,
  isReached,
  liftSuspension,
  noteForm,
  noteReached,
  openRider,
  retryRider,
  suspendDialog,
  viewLicence
} from '#stores/admin/riders/rider-file.ts'
import { licenceDialog, openRiderMessages } from '#stores/admin/riders/riders.ts'
import { isLoaded } from '#stores/kit/requests.ts'

interface FileProps {
  file: RiderFile
}

function LicenceBadges({ file }: FileProps) {
  const today = dayOf(useRenderTime())
  const { is_license_waiting, is_suspended, license_expires_on: lastDay, license_status } = file
  return (
    <p className="flex flex-wrap gap-2 empty:hidden">
      {is_suspended && <StatusBadge label={badges.suspended} status="suspended" />}
      {lastDay && lastDay >= today && <StatusBadge label={approvedUntil(lastDay)} status="approved" />}
      {lastDay && lastDay < today && <StatusBadge label={endedOn(lastDay)} status="rejected" />}
      {license_status === 'rejected' && <StatusBadge label={badges.rejected} status="rejected" />}
      {is_license_waiting && <StatusBadge label={views.licences} status="due" />}
    </p>
  )
}

/** The photo of the licence. In cloud storage, it opens in a new tab. */
function LicencePhoto({ file }: FileProps) {
  const url = file.license_photo_url ?? ''
  if (licenceIdFromUrl(url) !== null)
    return <DialogPhoto dialog={licenceDialog} nameOf={({ name }) => name} row={file} text={licencePhoto} />
  if (!url.startsWith('https://')) return <Note kind="info">{licencePhoto.missing}</Note>
  return (
    <div>
      <LinkButton href={url} isNewTab isSmall kind="secondary">
        {riders.viewLicenceNewTab}
      </LinkButton>
    </div>
  )
}

function LicenceSection({ file }: FileProps) {
  const isReviewing = useStore(approval.$row) !== null
  const today = dayOf(useRenderTime())
  const { date_of_birth, license_reason, same_phone } = file
  return (
    <section className="grid gap-2">
      <h3 className="sr-only">{text.licence}</h3>
      <LicenceBadges file={file} />
      {license_reason && <p>{REASONS[license_reason as keyof typeof REASONS]}</p>}
      {same_phone.length > 0 && (
        <Note kind="warning">
          {same_phone.map(({ is_suspended, name }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: riders can have the same name
            <p key={index}>{text.samePhone(name, is_suspended)}</p>
          ))}
        </Note>
      )}
      <p className="numeric">{text.born(plainDateText(date_of_birth), ageOn(date_of_birth, today))}</p>
      {isReviewing ? (
        <>
          <p className="caption">{queue.approveOnly}</p>
          <LicencePhoto file={file} />
        </>
      ) : (
        <div>
          <Button isSmall kind="secondary" onClick={viewLicence}>
            {riders.viewLicence}
          </Button>
        </div>
      )}
    </section>
  )
}

function ContactSection({ file }: FileProps) {
  const isSaving = useStore($isSavingNote)
  const { email, name, phone, property_name } = file
  const contact = contactBy(phone, chatText(name, property_name))
  return (
    <PanelSection title={text.contact}>
      {contact && (
        <div className="flex flex-wrap items-center gap-x-4">
          <ContactLinks contact={contact} />
          {isReached(file) ? (
            <p className="caption numeric">{text.reached(phone)}</p>
          ) : (
            <Button isBusy={isSaving} isSmall kind="secondary" onClick={() => void noteReached(file)}>
              {text.phoneReached}
            </Button>
          )}
        </div>
      )}
      <p className="wrap-anywhere">
        <EmailText email={email} />
      </p>
      {property_name && <p className="wrap-anywhere">{property_name}</p>}
      <RiderActions file={file} />
    </PanelSection>
  )
}

function RiderActions({ file }: FileProps) {
  const isLifting = useStore($isLifting)
  const { bookings, id, is_suspended, name } = file
  return (
    <div className="flex flex-wrap gap-2">
      <Button isSmall kind="secondary" onClick={() => void openRiderMessages(file)}>
        {riderMessages.open}
      </Button>
      <ListLink
        className="btn btn-secondary btn-small"
        onOpen={closeRider}
        query={bookingsOfRider(id, name)}
        screen="bookings"
      >
        {text.bookings(bookings)}
      </ListLink>
      {is_suspended ? (
        <Button isBusy={isLifting} isSmall kind="secondary" onClick={() => void liftSuspension(file)}>
          {text.lift}
        </Button>
      ) : (
        <Button isSmall kind="secondary" onClick={() => suspendDialog.open(file)}>
          {text.suspend}
        </Button>
      )}
    </div>
  )
}

function NotesSection({ file: { notes } }: FileProps) {
  const isSaving = useStore($isSavingNote)
  const now = useRenderTime()
  return (
    <PanelSection title={text.notes}>
      <Form className="grid justify-items-start gap-2 *:w-full *:last:w-auto" form={noteForm} onSubmit={addNote}>
        <TextField {...useFormField(noteForm, 'text')} autoComplete="off" label={text.note} />
        <Button isBusy={isSaving} isSmall kind="secondary" type="submit">
          {text.addNote}
        </Button>
      </Form>
      <ul className="divide-y divide-line">
        {notes.map(({ admin_name, created_at, id, kind, text: words }) => (
          <li className="grid gap-0.5 py-2.5 wrap-anywhere" key={id}>
            <p>{noteText(kind, words)}</p>
            <p className="caption numeric">
              {labels.inIndianTime(labels.joinFacts(admin_name, relativeTimeText(created_at, now)))}
            </p>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}

function FileContent() {
  const file = useStore($riderFile)
  const approved = useStore(approval.$row)
  if (!isLoaded(file))
    return (
      <div className="grid gap-4">
        {file === 'failed' ? (
          <ErrorState onRetry={() => void retryRider()} title={text.loadFailed} />
        ) : (
          <Loading label={text.loading}>
            <SkeletonBlock className="h-64 rounded-slot" />
            <SkeletonBlock className="h-24 rounded-slot" />
          </Loading>
        )}
      </div>
    )
  return (
    <div className="panel-form">
      <div className="panel-fields">
        <LicenceSection file={file} />
        <ContactSection file={file} />
        <NotesSection file={file} />
      </div>
      {approved && <ApprovalForm file={approved} />}
    </div>
  )
}

export const actions = { $openRider, openRider }

/** One rider: the licence and what is decided about it, contact and notes. */
export function Dialogs() {
  const rider = useStore($openRider)
  const file = useStore($riderFile)
  if (rider === null) return null
  return (
    <>
      <Panel closeLabel={labels.close} onClose={closeRider} title={isLoaded(file) ? file.name : rider.name}>
        <FileContent key={rider.id} />
      </Panel>
      <RejectDialog />
      <SuspendDialog />
      <RiderMessagesDialog />
    </>
  )
}
