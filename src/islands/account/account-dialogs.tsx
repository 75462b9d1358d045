import { createRoot, type Root } from 'react-dom/client'
import { Button } from '#islands/ui/controls/button.tsx'
import { Form } from '#islands/ui/controls/form.tsx'
import { AccountName, NewPasswordField, PasswordField } from '#islands/ui/controls/password-field.tsx'
import { LoadBoundary } from '#islands/ui/feedback/load-boundary.tsx'
import { ConfirmDialog, Modal, ModalButtons, ModalClose } from '#islands/ui/feedback/modal.tsx'
import { ErrorNote, ErrorState, SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import { useFormField, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as accountText from '#messages/account/account.ts'
import * as commonText from '#messages/common.ts'
import { isLoaded } from '#stores/kit/requests.ts'
import {
  $accountDialog,
  $accountEmail,
  $isSavingChoice,
  $isSigningOut,
  type AccountDialog,
  closeAccountDialog,
  deletionForm,
  downloadOwnData,
  loadChoices,
  openAccountDialog,
  passwordForm,
  saveChoice,
  submitDeletion,
  submitPassword,
  submitSignOutEverywhere
} from '#stores/session/account-dialogs.ts'
import { $me } from '#stores/session/me.ts'
import { staffPush } from '#stores/session/staff-push.ts'

let root: Root | undefined

/**
 * Renders a dialog into its own root on the first click, because these pages have no island for it (see
 * layouts/scripts/account-buttons.ts).
 */
function renderAccountDialog(dialog: AccountDialog): void {
  root ??= createRoot(document.body.appendChild(document.createElement('div')))
  // Render the menu first: it must restore the focus before the next dialog takes it.
  root.render(
    <LoadBoundary>
      <AccountMenu />
      <Notifications />
      <ChangePassword />
      <SignOutEverywhere />
      <DeleteAccount />
    </LoadBoundary>
  )
  openAccountDialog(dialog)
}

/** What the button with this `data-account` does. The promise ends when the button is no longer busy. */
export async function pressAccountButton(name: string): Promise<void> {
  if (name === 'download') await downloadOwnData()
  else renderAccountDialog(name as AccountDialog)
}

/** For the portal, which has no profile page. */
function AccountMenu() {
  return (
    <Modal onClose={closeAccountDialog} isOpen={useStore($accountDialog) === 'menu'} title={accountText.menuTitle}>
      <div className="mt-2 grid gap-3">
        <Button kind="secondary" onClick={() => openAccountDialog('notifications')} isWide>
          {accountText.notifications}
        </Button>
        <Button kind="secondary" onClick={() => openAccountDialog('password')} isWide>
          {accountText.changePassword}
        </Button>
        <Button kind="secondary" onClick={() => openAccountDialog('sign-out')} isWide>
          {accountText.logOutEverywhere}
        </Button>
        <Button kind="ghost" onClick={closeAccountDialog} isWide>
          {commonText.close}
        </Button>
      </div>
    </Modal>
  )
}

const CHOICES = [
  ['daily_mail', accountText.dailyMail],
  ['tell_trouble', accountText.tellTrouble]
] as const

/** The messages to an account of the portal. Each choice is saved at once. */
function Notifications() {
  const me = useStore($me)
  const isSaving = useStore($isSavingChoice)
  return (
    <Modal
      isOpen={useStore($accountDialog) === 'notifications'}
      onClose={closeAccountDialog}
      title={accountText.notifications}
    >
      {me === 'loading' && <SkeletonBlock className="h-22 rounded-slot" />}
      {me === 'failed' && <ErrorState onRetry={() => void loadChoices()} title={accountText.notificationsFailed} />}
      {me !== null && isLoaded(me) && (
        <>
          {CHOICES.map(([name, label]) => (
            <label className="checkbox-label" key={name}>
              <input
                checked={me[name]}
                disabled={isSaving}
                onChange={event => void saveChoice(name, event.target.checked)}
                type="checkbox"
              />
              <span>{label}</span>
            </label>
          ))}
          {me.push_key && <TroubleOnDevice isTold={me.tell_trouble} />}
          {!me.sends_mail && <p className="caption">{accountText.noMailService}</p>}
        </>
      )}
      <ModalClose onClose={closeAccountDialog} />
    </Modal>
  )
}

/** By push. Only an account that wants to be told gets any. */
function TroubleOnDevice({ isTold }: { isTold: boolean }) {
  const state = useStore(staffPush.$state)
  const isChanging = useStore(staffPush.$isChanging)
  if (state === 'none') return null
  if (state === 'install_first') return <p className="caption">{accountText.installForTrouble}</p>
  return (
    <label className="checkbox-label">
      <input
        checked={state === 'on'}
        disabled={isChanging || !isTold}
        onChange={() => void (state === 'on' ? staffPush.turnOff() : staffPush.turnOn())}
        type="checkbox"
      />
      <span>
        {accountText.showTrouble}
        <span className="caption block">{accountText.showTroubleHint}</span>
      </span>
    </label>
  )
}

function ChangePassword() {
  const isChanging = useStore(passwordForm.$isSubmitting)
  const formError = useStore(passwordForm.$formError)
  const current = useFormField(passwordForm, 'current_password')
  const newPassword = useFormField(passwordForm, 'password')
  return (
    <Modal
      onClose={passwordForm.close}
      isOpen={useStore($accountDialog) === 'password'}
      title={accountText.changePassword}
    >
      <p className="muted">{accountText.otherDevicesHint}</p>
      <Form className="mt-2 grid gap-4" form={passwordForm} onSubmit={submitPassword}>
        <AccountName email={useStore($accountEmail)} />
        <PasswordField {...current} autoComplete="current-password" label={accountText.currentPassword} />
        <NewPasswordField {...newPassword} label={accountText.newPassword} />
        <ErrorNote>{formError}</ErrorNote>
        <div className="mt-1 grid grid-cols-2 gap-3 md:flex md:justify-end">
          <Button kind="secondary" onClick={passwordForm.close}>
            {commonText.cancel}
          </Button>
          <Button isBusy={isChanging} busyLabel={accountText.changingPassword} type="submit">
            {accountText.changePassword}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}

function SignOutEverywhere() {
  const isSigningOut = useStore($isSigningOut)
  return (
    <ConfirmDialog
      busyLabel={accountText.loggingOut}
      confirmLabel={accountText.logOut}
      isBusy={isSigningOut}
      isDestructive
      cancelLabel={accountText.staySignedIn}
      onCancel={closeAccountDialog}
      onConfirm={() => void submitSignOutEverywhere()}
      isOpen={useStore($accountDialog) === 'sign-out'}
      title={accountText.logOutEverywhereQuestion}
    >
      <p className="muted">{accountText.logOutEverywhereText}</p>
    </ConfirmDialog>
  )
}

function DeleteAccount() {
  const isDeleting = useStore(deletionForm.$isSubmitting)
  const formError = useStore(deletionForm.$formError)
  const password = useFormField(deletionForm, 'password')
  return (
    <Modal
      isOpen={useStore($accountDialog) === 'delete'}
      onClose={deletionForm.close}
      title={accountText.deleteQuestion}
    >
      <p>{accountText.deleteText}</p>
      <p>{accountText.deleteLater}</p>
      <Form className="mt-2 grid gap-4" form={deletionForm} onSubmit={submitDeletion}>
        <PasswordField {...password} autoComplete="current-password" label={accountText.currentPassword} />
        <ErrorNote>{formError}</ErrorNote>
        <ModalButtons>
          <Button kind="secondary" onClick={deletionForm.close}>
            {accountText.keepAccount}
          </Button>
          <Button isBusy={isDeleting} busyLabel={accountText.deleting} kind="danger" type="submit">
            {accountText.deleteAccount}
          </Button>
        </ModalButtons>
      </Form>
    </Modal>
  )
}
