import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { PATHS } from '#domain/routes.ts'
import { menu, userBar } from '#messages/common.ts'
import { logOut } from '#stores/session.ts'
import { Brand } from './brand.tsx'
import { Icon, type IconName } from './icon.tsx'

export type RiderPage = 'bookings' | 'profile' | 'scooters'

const LINKS: readonly { href: string; icon: IconName; page: RiderPage }[] = [
  { href: PATHS.home, icon: 'scooter', page: 'scooters' },
  { href: PATHS.myBookings, icon: 'ticket', page: 'bookings' },
  { href: PATHS.profile, icon: 'user', page: 'profile' }
]

function PageLinks({ current }: { current: RiderPage | null }) {
  return (
    <>
      {LINKS.map(({ href, icon, page }) => (
        <a aria-current={page === current ? 'page' : undefined} className="nav-link" href={href} key={page}>
          <span className="md:hidden">
            <Icon name={icon} />
          </span>
          {userBar[page]}
        </a>
      ))}
      <button className="nav-link" onClick={() => void logOut()} type="button">
        <Icon name="logout" />
        {userBar.logout}
      </button>
    </>
  )
}

/** Links in a row from 760 px; on phones a button opens the same links below the bar. */
export function RiderBar({ current }: { current: RiderPage | null }) {
  const [open, setOpen] = useState(false)
  const menu_id = useId()
  const toggle = useRef<HTMLButtonElement>(null)

  function closeOnEscape(event: KeyboardEvent) {
    if (!open || event.key !== 'Escape') return
    setOpen(false)
    toggle.current?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is meant for whatever in the bar has the focus
    <header className="sticky top-0 z-20 border-b border-line bg-surface" onKeyDown={closeOnEscape}>
      <div className="wrap flex h-[60px] items-center gap-2">
        <a className="mr-auto flex min-h-11 items-center" href={PATHS.home}>
          <Brand />
        </a>
        <nav aria-label={menu} className="nav-row">
          <PageLinks current={current} />
        </nav>
        <div className="-mr-2.5 md:hidden">
          <button
            aria-controls={menu_id}
            aria-expanded={open}
            aria-label={menu}
            className="btn btn-icon"
            onClick={() => setOpen(!open)}
            ref={toggle}
            type="button"
          >
            <Icon name={open ? 'cross' : 'menu'} />
          </button>
        </div>
      </div>
      <nav aria-label={menu} className="nav-panel wrap" hidden={!open} id={menu_id}>
        <PageLinks current={current} />
      </nav>
    </header>
  )
}
