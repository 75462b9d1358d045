import { ConfirmDialog } from '#islands/ui/feedback/confirm-dialog.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/account/account.ts'
import { $accountDialog, closeAccountDialog } from '#stores/session/account-dialog.ts'
import { $isSigningOut, submitSignOutEverywhere } from '#stores/session/sign-out-everywhere.ts'

export function SignOutEverywhere() {
  const isSigningOut = useStore($isSigningOut)
  return (
    <ConfirmDialog
      busyLabel={text.loggingOut}
      confirmLabel={text.logOut}
      isBusy={isSigningOut}
      isDestructive
      cancelLabel={text.staySignedIn}
      onCancel={closeAccountDialog}
      onConfirm={() => void submitSignOutEverywhere()}
      isOpen={useStore($accountDialog) === 'sign-out'}
      title={text.logOutEverywhereQuestion}
    >
      <p className="muted">{text.logOutEverywhereText}</p>
    </ConfirmDialog>
  )
}
