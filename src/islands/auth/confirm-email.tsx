import { PATHS } from '#domain/routes.ts'
import { LinkButton } from '#islands/ui/controls/button.tsx'
import { ErrorState, Loading, Note } from '#islands/ui/feedback/states.tsx'
import { Island, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as confirmEmailText from '#messages/account/confirm-email.ts'
import { $confirmation, confirm } from '#stores/auth/confirm-email.ts'

/** Confirms an email by the link of a mail, by itself. */
export function ConfirmEmail() {
  const confirmation = useStore($confirmation)
  return (
    <Island>
      <div className="wrapper grid max-w-[528px] content-start gap-5 pt-1 pb-26 lg:content-center lg:py-10">
        <h1>{confirmEmailText.title}</h1>
        <div role="status">
          {confirmation === 'confirming' && <Loading label={confirmEmailText.confirming} />}
          {confirmation === 'confirmed' && <Note kind="info">{confirmEmailText.confirmed}</Note>}
          {confirmation === 'expired' && <Note kind="warning">{confirmEmailText.linkExpired}</Note>}
        </div>
        {confirmation === 'failed' && <ErrorState onRetry={() => void confirm()} title={confirmEmailText.failed} />}
        <LinkButton href={PATHS.home} isWide kind="secondary">
          {confirmEmailText.openApp}
        </LinkButton>
      </div>
    </Island>
  )
}
