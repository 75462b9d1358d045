import { Suspense } from 'react'
import { LICENCE_CARD_ID } from '#domain/routes.ts'
import { Icon, type IconName } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { LoadBoundary, lazyPart } from '#islands/ui/feedback/load-boundary.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { focusFromHash } from '#islands/ui/hooks/use-focus.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-time.ts'
import * as profileText from '#messages/account/profile.ts'
import { $isReplacingLicence, $licence, licenceCard, startReplacing } from '#stores/profile/profile-form.ts'
import { LicenceFrame } from './profile-layout.tsx'

const LicenceUpload = lazyPart(() => import('./licence-upload.tsx'), 'LicenceUpload')

export function LicenceCard() {
  const isReplacing = useStore($isReplacingLicence)
  const card = licenceCard(useStore($licence), isReplacing, useRenderTime())
  if (card === null) return null
  const { approved, ended, mayReplace, rejected, waiting } = card
  return (
    <LicenceFrame id={LICENCE_CARD_ID} ref={focusFromHash}>
      <div className="grid gap-3" role="status">
        {approved && <Fact icon="check-circle">{approved}</Fact>}
        {ended && <Note kind="warning">{ended}</Note>}
        {rejected && (
          <Note kind="error">
            <p className="font-semibold">{profileText.licenceNotAccepted}</p>
            <p>{rejected}</p>
          </Note>
        )}
        {waiting && <Fact icon="hourglass">{waiting}</Fact>}
      </div>
      {mayReplace && !isReplacing && <ReplaceButton isBusy={false} />}
      {mayReplace && isReplacing && (
        <LoadBoundary>
          <Suspense fallback={<ReplaceButton isBusy />}>
            <LicenceUpload />
          </Suspense>
        </LoadBoundary>
      )}
    </LicenceFrame>
  )
}

function Fact({ children, icon }: { children: string; icon: IconName }) {
  return (
    <p className="numeric flex items-start gap-2.5">
      <Icon name={icon} />
      {children}
    </p>
  )
}

function ReplaceButton({ isBusy }: { isBusy: boolean }) {
  return (
    <div className="grid md:justify-start">
      <Button isBusy={isBusy} kind="secondary" onClick={startReplacing}>
        {profileText.uploadAgain}
      </Button>
    </div>
  )
}
