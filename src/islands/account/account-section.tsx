import { Button } from '#islands/ui/controls/button.tsx'
import * as accountText from '#messages/account/account.ts'

/**
 * Shown on the rider's profile. The buttons are not hydrated; layouts/scripts/account-buttons.ts handles their clicks.
 */
export function AccountSection() {
  return (
    <div className="wrapper mt-7 max-w-3xl">
      <section aria-labelledby="sign-in" className="card grid gap-4 p-4 md:p-5">
        <h2 id="sign-in">{accountText.sectionTitle}</h2>
        <div className="grid gap-3 md:flex">
          <Button data-account="password" kind="secondary">
            {accountText.changePassword}
          </Button>
          <Button data-account="sign-out" kind="secondary">
            {accountText.logOutEverywhere}
          </Button>
        </div>
      </section>
    </div>
  )
}
