import { HAS_ACCOUNT_SECURITY } from '#domain/backend.ts'
import { PATHS } from '#domain/routes.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Brand } from '#islands/ui/chrome/brand.tsx'
import * as authText from '#messages/account/auth.ts'
import * as commonText from '#messages/common.ts'

/** Dark in the light theme too, so that the portal looks different from the riders' app. */
export function AdminBar({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <header className="admin-bar">
      <div className="wrapper-wide flex min-h-[60px] flex-wrap items-center gap-x-2 md:gap-x-3">
        <a className="flex min-h-11 items-center" href={isSignedIn ? PATHS.admin : PATHS.adminSignIn}>
          <Brand />
        </a>
        <span className="min-w-0 flex-1 basis-14 border-l border-on-bar-2/40 pl-2 text-[.8125rem] leading-tight text-on-bar-2 md:pl-3 md:text-[.875rem]">
          {authText.portalName}
        </span>
        {isSignedIn && (
          <nav aria-label={authText.portalName} className="ml-auto flex gap-1">
            <a aria-current="page" className="admin-link" href={PATHS.admin}>
              {authText.portalDashboard}
            </a>
            {HAS_ACCOUNT_SECURITY && (
              <button className="admin-link" data-account="menu" type="button">
                <Icon name="user" />
                <span className="max-md:sr-only">{authText.accountMenu}</span>
              </button>
            )}
            <button className="admin-link" data-log-out="" type="button">
              <Icon name="logout" />
              <span className="max-md:sr-only">{commonText.logout}</span>
            </button>
          </nav>
        )}
      </div>
    </header>
  )
}
