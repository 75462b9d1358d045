import { PATHS } from '#domain/routes.ts'
import { LinkButton } from '#islands/ui/controls/button.tsx'
import { offlineText, offlineTitle, tryAgain, userBar } from '#messages/common.ts'
import { ErrorPage } from './not-found-page.tsx'

/** Stands at the address of the page that could not be had, so that 'Try again' asks for that one. */
export function OfflinePage() {
  return (
    <ErrorPage text={offlineText} title={offlineTitle}>
      <LinkButton href={PATHS.myBookings}>{userBar.bookings}</LinkButton>
      <LinkButton href="" kind="secondary">
        {tryAgain}
      </LinkButton>
    </ErrorPage>
  )
}
