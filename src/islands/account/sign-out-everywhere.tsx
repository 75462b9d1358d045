import { Question } from '#islands/ui/feedback/question.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/password.ts'
import { $accountDialog, closeAccountDialog } from '#stores/session/account.ts'
import { $signingOut, signOutOnAllDevices } from '#stores/session/sign-out-everywhere.ts'

export function SignOutEverywhere() {
  const busy = useStore($signingOut)
  return (
    <Question
      action={busy ? text.signingOut : text.signOutEverywhereNow}
      busy={busy}
      danger
      no={text.staySignedIn}
      onNo={closeAccountDialog}
      onYes={() => void signOutOnAllDevices()}
      open={useStore($accountDialog) === 'sign-out'}
      title={text.signOutEverywhereQuestion}
    >
      <p className="sub">{text.signOutEverywhereText}</p>
    </Question>
  )
}
