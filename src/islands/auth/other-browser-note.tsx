import { Button } from '#islands/ui/controls/button.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as authText from '#messages/account/auth.ts'
import * as appShellText from '#messages/app-shell.ts'
import { $addressForOtherBrowser, chromeLink, copyAddressToOpen } from '#stores/app/app-shell.ts'

/** Says before anything is typed that this browser keeps no session, and where the page works. */
export function OtherBrowserNote() {
  const address = useStore($addressForOtherBrowser)
  if (address === null) return null
  const chrome = chromeLink(address)
  return (
    <Note kind="warning" role="alert">
      <p>{authText.siteDataRefused}</p>
      <p className="mt-2 font-semibold">
        {chrome ? (
          <a className="link" href={chrome}>
            {appShellText.openInChrome}
          </a>
        ) : (
          appShellText.openInChrome
        )}
      </p>
      <p className="mb-2 select-all">{address}</p>
      <Button kind="secondary" onClick={() => void copyAddressToOpen(address)} isSmall>
        {appShellText.copyAddress}
      </Button>
    </Note>
  )
}
