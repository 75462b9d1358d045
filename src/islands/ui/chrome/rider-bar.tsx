import type { ReactNode } from 'react'
import { PATHS } from '#domain/routes.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Brand } from '#islands/ui/chrome/page-frame.tsx'
import * as appShellText from '#messages/app-shell.ts'

export type RiderPage = 'bookings' | 'profile' | 'scooters'

const LINKS: readonly { href: string; icon: ReactNode; page: RiderPage }[] = [
  { href: PATHS.home, icon: <Icon name="scooter" />, page: 'scooters' },
  { href: PATHS.myBookings, icon: <Icon name="ticket" />, page: 'bookings' },
  { href: PATHS.profile, icon: <Icon name="user" />, page: 'profile' }
]

interface RiderBarProps {
  current: RiderPage | null
  /** A ride runs, or a payment waits. */
  needsRider: boolean
}

/** Nothing on My Bookings itself, which shows what it means. */
function Dot({ current, needsRider }: RiderBarProps) {
  if (!needsRider || current === 'bookings') return null
  return (
    <>
      <span aria-hidden="true" className="size-2.5 rounded-full bg-danger" />
      <span className="sr-only">{appShellText.bookingsNeedRider}</span>
    </>
  )
}

function PageLinks({ current, needsRider }: RiderBarProps) {
  return (
    <>
      {LINKS.map(({ href, icon, page }) => (
        <a aria-current={page === current ? 'page' : undefined} className="nav-link" href={href} key={page}>
          <span className="md:hidden">{icon}</span>
          {appShellText.riderBar[page]}
          {page === 'bookings' && <Dot current={current} needsRider={needsRider} />}
        </a>
      ))}
      <button className="nav-link" data-log-out="" type="button">
        <Icon name="logout" />
        {appShellText.riderBar.logout}
      </button>
    </>
  )
}

const MENU_ID = 'menu'

/**
 * Links in a row from 760 px. On phones, a link to My Bookings, and a button that shows all links below the bar (see
 * layouts/scripts/app-shell.ts).
 */
export function RiderBar(props: RiderBarProps) {
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-surface print:hidden">
      <div className="wrapper @container flex min-h-[60px] items-center gap-1 md:flex-wrap">
        <a className="mr-auto flex min-h-11 items-center" href={PATHS.home}>
          <Brand />
        </a>
        <nav aria-label={appShellText.menu} className="nav-row">
          <PageLinks {...props} />
        </nav>
        <a
          aria-current={props.current === 'bookings' ? 'page' : undefined}
          className="link gap-1.5 px-1.5 text-[.9375rem] no-underline md:hidden"
          href={PATHS.myBookings}
        >
          <Icon name="ticket" />
          <span className="@max-[19rem]:sr-only">{appShellText.riderBar.bookings}</span>
          <Dot {...props} />
        </a>
        <div className="-mr-[10px] flex md:hidden">
          <button
            aria-controls={MENU_ID}
            aria-expanded="false"
            aria-label={appShellText.menu}
            className="btn btn-icon group"
            data-menu-toggle=""
            type="button"
          >
            <span className="group-aria-expanded:hidden">
              <Icon name="menu" />
            </span>
            <span className="hidden group-aria-expanded:block">
              <Icon name="cross" />
            </span>
          </button>
        </div>
      </div>
      <nav aria-label={appShellText.menu} className="nav-panel wrapper" data-menu="" hidden id={MENU_ID}>
        <PageLinks {...props} />
      </nav>
    </header>
  )
}
