import { PATHS } from '#domain/routes.ts'
import { LinkButton } from '#islands/ui/controls/button.tsx'
import { riderBar, tryAgain } from '#messages/app-shell.ts'
import { offlineText, offlineTitle } from '#messages/offline.ts'
import { ErrorPage } from './error-page.tsx'

/** Shown at the unreachable page's own URL, so that 'Try again' reloads that page. */
export function OfflinePage() {
  return (
    <ErrorPage text={offlineText} title={offlineTitle}>
      <LinkButton href={PATHS.myBookings}>{riderBar.bookings}</LinkButton>
      <LinkButton href="" kind="secondary">
        {tryAgain}
      </LinkButton>
    </ErrorPage>
  )
}
