import { Button } from '#islands/ui/controls/button.tsx'
import * as account from '#messages/account/account.ts'

/**
 * Shown on the rider's profile. The buttons are not hydrated; layouts/scripts/account-buttons.ts handles their clicks.
 */
export function AccountSection() {
  return (
    <div className="wrapper mt-7 max-w-3xl">
      <section aria-labelledby="sign-in" className="card grid gap-4 p-4 md:p-5">
        <h2 id="sign-in">{account.sectionTitle}</h2>
        <div className="grid gap-3 md:flex">
          <Button data-account="password" kind="secondary">
            {account.change}
          </Button>
          <Button data-account="sign-out" kind="secondary">
            {account.logOutEverywhere}
          </Button>
        </div>
      </section>
    </div>
  )
}
