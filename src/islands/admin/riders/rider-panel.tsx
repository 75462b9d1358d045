import type { RiderFile } from '#contract/review/review.ts'
import { ageOn } from '#domain/riders/fields.ts'
import { dayOf, plainDateText } from '#domain/time/india-time.ts'
import { licenceIdFromUrl } from '#domain/uploads/urls.ts'
import { EmailOrGuest } from '#islands/admin/list/cells.tsx'
import { DialogPhoto } from '#islands/admin/list/row-dialogs.tsx'
import { ApprovalForm, RejectDialog, SuspendDialog } from '#islands/admin/riders/decisions.tsx'
import { ContactLinks } from '#islands/admin/riders/rider-contact.tsx'
import { RiderMessagesDialog } from '#islands/admin/riders/rider-messages.tsx'
import { ListLink, useMay } from '#islands/admin/shell.tsx'
import { Panel, PanelSection } from '#islands/ui/chrome/panel.tsx'
import { Button, LinkButton } from '#islands/ui/controls/button.tsx'
import { TextField } from '#islands/ui/controls/field.tsx'
import { Form } from '#islands/ui/controls/form.tsx'
import { ErrorState, Loading, Note, SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useFormField, useRenderTime, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as profileText from '#messages/account/profile.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as reviewText from '#messages/admin/review.ts'
import * as ridersText from '#messages/admin/riders.ts'
import * as todayText from '#messages/admin/today.ts'
import * as commonText from '#messages/common.ts'
import { bookingsOfRider } from '#stores/admin/bookings/booking-queries.ts'
import { relativeTimeText } from '#stores/admin/relative-times.ts'
import { contactBy } from '#stores/admin/riders/contact.ts'
import {
  $isDownloading,
  $isLifting,
  $isSavingNote,
  $openRider,
  $riderFile,
  addNote,
  approval,
  closeRider,
  downloadRider,
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
  const { is_license_waiting, is_suspended, leaves_on, license_expires_on: lastDay, license_status } = file
  return (
    <p className="flex flex-wrap gap-2 empty:hidden">
      {is_suspended && <StatusBadge label={reviewText.badges.suspended} status="suspended" />}
      {leaves_on && <StatusBadge label={reviewText.riderPanel.leaving(leaves_on)} status="leaving" />}
      {lastDay && lastDay >= today && <StatusBadge label={profileText.approvedUntil(lastDay)} status="approved" />}
      {lastDay && lastDay < today && <StatusBadge label={profileText.endedOn(lastDay)} status="rejected" />}
      {license_status === 'rejected' && <StatusBadge label={reviewText.badges.rejected} status="rejected" />}
      {is_license_waiting && <StatusBadge label={dashboardText.views.licences} status="due" />}
    </p>
  )
}

/** The photo of the licence. In cloud storage, it opens in a new tab. */
function LicencePhoto({ file }: FileProps) {
  const url = file.license_photo_url ?? ''
  if (licenceIdFromUrl(url) !== null)
    return <DialogPhoto dialog={licenceDialog} nameOf={({ name }) => name} row={file} text={ridersText.licencePhoto} />
  if (!url.startsWith('https://')) return <Note kind="info">{ridersText.licencePhoto.missing}</Note>
  return (
    <div>
      <LinkButton href={url} isNewTab isSmall kind="secondary">
        {ridersText.list.viewLicenceNewTab}
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
      <h3 className="sr-only">{reviewText.riderPanel.licence}</h3>
      <LicenceBadges file={file} />
      {license_reason && <p>{reviewText.REJECT_REASONS[license_reason as keyof typeof reviewText.REJECT_REASONS]}</p>}
      {same_phone.length > 0 && (
        <Note kind="warning">
          {same_phone.map(({ is_suspended, name }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: riders can have the same name
            <p key={index}>{reviewText.riderPanel.samePhone(name, is_suspended)}</p>
          ))}
        </Note>
      )}
      <p className="numeric">{reviewText.riderPanel.born(plainDateText(date_of_birth), ageOn(date_of_birth, today))}</p>
      {isReviewing ? (
        <>
          <p className="caption">{reviewText.queue.approveOnly}</p>
          <LicencePhoto file={file} />
        </>
      ) : (
        <div>
          <Button isSmall kind="secondary" onClick={viewLicence}>
            {ridersText.list.viewLicence}
          </Button>
        </div>
      )}
    </section>
  )
}

function ContactSection({ file }: FileProps) {
  const isSaving = useStore($isSavingNote)
  const { email, is_email_confirmed: isEmailConfirmed, name, phone, property_name } = file
  const contact = contactBy(phone, todayText.chatText(name, property_name))
  return (
    <PanelSection title={reviewText.riderPanel.contact}>
      {contact && (
        <div className="flex flex-wrap items-center gap-x-4">
          <ContactLinks contact={contact} />
          {isReached(file) ? (
            <p className="caption numeric">{reviewText.riderPanel.reached(phone)}</p>
          ) : (
            <Button isBusy={isSaving} isSmall kind="secondary" onClick={() => void noteReached(file)}>
              {reviewText.riderPanel.phoneReached}
            </Button>
          )}
        </div>
      )}
      <p className="wrap-anywhere">
        <EmailOrGuest email={email} />
      </p>
      {isEmailConfirmed != null && (
        <p className="caption">
          {isEmailConfirmed ? reviewText.riderPanel.emailConfirmed : reviewText.riderPanel.emailNotConfirmed}
        </p>
      )}
      {property_name && <p className="wrap-anywhere">{property_name}</p>}
      <RiderActions file={file} />
    </PanelSection>
  )
}

function RiderActions({ file }: FileProps) {
  const isLifting = useStore($isLifting)
  const isDownloading = useStore($isDownloading)
  const mayDownload = useMay('owner')
  const { bookings, email, id, is_suspended, name } = file
  return (
    <div className="flex flex-wrap gap-2">
      {email !== '' && (
        <Button isSmall kind="secondary" onClick={() => void openRiderMessages(file)}>
          {ridersText.riderMessages.open}
        </Button>
      )}
      <ListLink
        className="btn btn-secondary btn-small"
        onOpen={closeRider}
        query={bookingsOfRider(id, name)}
        screen="bookings"
      >
        {reviewText.riderPanel.bookings(bookings)}
      </ListLink>
      {is_suspended ? (
        <Button isBusy={isLifting} isSmall kind="secondary" onClick={() => void liftSuspension(file)}>
          {reviewText.riderPanel.lift}
        </Button>
      ) : (
        <Button isSmall kind="secondary" onClick={() => suspendDialog.open(file)}>
          {reviewText.riderPanel.suspend}
        </Button>
      )}
      {mayDownload && (
        <Button isBusy={isDownloading} isSmall kind="secondary" onClick={() => void downloadRider(file)}>
          {reviewText.riderPanel.download}
        </Button>
      )}
    </div>
  )
}

function NotesSection({ file: { notes } }: FileProps) {
  const isSaving = useStore($isSavingNote)
  const now = useRenderTime()
  return (
    <PanelSection title={reviewText.riderPanel.notes}>
      <Form className="grid justify-items-start gap-2 *:w-full *:last:w-auto" form={noteForm} onSubmit={addNote}>
        <TextField {...useFormField(noteForm, 'text')} autoComplete="off" label={reviewText.riderPanel.note} />
        <Button isBusy={isSaving} isSmall kind="secondary" type="submit">
          {reviewText.riderPanel.addNote}
        </Button>
      </Form>
      <ul className="divide-y divide-line">
        {notes.map(({ admin_name, created_at, id, kind, text: words }) => (
          <li className="grid gap-0.5 py-2.5 wrap-anywhere" key={id}>
            <p>{reviewText.noteText(kind, words)}</p>
            <p className="caption numeric">
              {commonText.inIndianTime(commonText.joinFacts(admin_name, relativeTimeText(created_at, now)))}
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
          <ErrorState onRetry={() => void retryRider()} title={reviewText.riderPanel.loadFailed} />
        ) : (
          <Loading label={reviewText.riderPanel.loading}>
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

export function Dialogs() {
  const rider = useStore($openRider)
  const file = useStore($riderFile)
  if (rider === null) return null
  return (
    <>
      <Panel onClose={closeRider} title={isLoaded(file) ? file.name : rider.name}>
        <FileContent key={rider.id} />
      </Panel>
      <RejectDialog />
      <SuspendDialog />
      <RiderMessagesDialog />
    </>
  )
}
