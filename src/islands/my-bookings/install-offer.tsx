import { Button } from '#islands/ui/controls/button.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/app-shell.ts'
import * as labels from '#messages/labels.ts'
import { $canInstall, hideInstallOffer, installApp } from '#stores/app/install.ts'

/**
 * Offered when there is a booking whose PIN is useful offline, until it is answered once per device. The browser must
 * be able to install the app.
 */
export function InstallOffer() {
  if (!useStore($canInstall)) return null
  return (
    <section className="card grid gap-3 p-4 md:flex md:items-center md:justify-between md:gap-6 md:p-5">
      <div>
        <h2 className="h3">{text.installTitle}</h2>
        <p className="muted">{text.installText}</p>
      </div>
      <div className="flex flex-none gap-2">
        <Button kind="secondary" onClick={() => void installApp()} isSmall>
          {text.install}
        </Button>
        <Button kind="ghost" onClick={hideInstallOffer} isSmall>
          {labels.notNow}
        </Button>
      </div>
    </section>
  )
}
