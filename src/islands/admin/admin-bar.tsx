import { PATHS } from '#domain/routes.ts'
import { BarIcon } from '#islands/ui/bar-icon.tsx'
import { Brand } from '#islands/ui/brand.tsx'
import * as text from '#messages/portal-door.ts'

/** Dark ground in the light theme as well, so that nobody takes the portal for the riders' app. */
export function AdminBar({ signed_in }: { signed_in: boolean }) {
  return (
    <header className="admin-bar">
      <div className="wrap-wide flex h-[60px] items-center gap-2 md:gap-3">
        <a className="flex min-h-11 items-center" href={signed_in ? PATHS.admin : PATHS.adminSignIn}>
          <Brand />
        </a>
        <span className="mr-auto min-w-0 truncate border-l border-on-bar-2/40 pl-2 text-[.8125rem] text-on-bar-2 md:pl-3 md:text-[.875rem]">
          {text.portal}
        </span>
        {signed_in && (
          <nav aria-label={text.portal} className="flex gap-1">
            <a aria-current="page" className="admin-link max-md:hidden" href={PATHS.admin}>
              {text.dashboard}
            </a>
            <button className="admin-link" data-log-out="" type="button">
              <BarIcon name="logout" />
              <span className="max-md:sr-only">{text.logout}</span>
            </button>
          </nav>
        )}
      </div>
    </header>
  )
}
