import { Button } from '#islands/ui/controls/button.tsx'
import { Modal } from '#islands/ui/feedback/modal.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/account/account.ts'
import * as labels from '#messages/labels.ts'
import { $accountDialog, closeAccountDialog, openAccountDialog } from '#stores/session/account-dialog.ts'

/** For the portal, which has no profile page. */
export function AccountMenu() {
  return (
    <Modal onClose={closeAccountDialog} isOpen={useStore($accountDialog) === 'menu'} title={text.menuTitle}>
      <div className="mt-2 grid gap-3">
        <Button kind="secondary" onClick={() => openAccountDialog('password')} isWide>
          {text.change}
        </Button>
        <Button kind="secondary" onClick={() => openAccountDialog('sign-out')} isWide>
          {text.logOutEverywhere}
        </Button>
        <Button kind="ghost" onClick={closeAccountDialog} isWide>
          {labels.close}
        </Button>
      </div>
    </Modal>
  )
}
