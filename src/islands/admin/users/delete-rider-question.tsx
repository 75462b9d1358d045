import { EmailText } from '#islands/admin/list/email-text.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { Question } from '#islands/ui/feedback/question.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as portal from '#messages/portal.ts'
import { users as text } from '#messages/portal.ts'
import { deleting } from '#stores/admin/users/rider-deletion.ts'

export function DeleteRiderQuestion() {
  const user = useStore(deleting.$row)
  const refusal = useStore(deleting.$refusal)
  const busy = useStore(deleting.$busy)
  return (
    <Question
      action={busy ? portal.deleting : portal.remove}
      busy={busy}
      danger
      no={portal.cancel}
      onNo={deleting.no}
      onYes={() => void deleting.yes()}
      open={user !== null}
      title={text.deleteQuestion}
    >
      {user && (
        <>
          <p className="grid wrap-anywhere">
            <span className="font-semibold">{user.name}</span>
            <span className="cap">
              <EmailText email={user.email} />
            </span>
          </p>
          <p className="sub">{text.deleteText}</p>
        </>
      )}
      {refusal && (
        <Note kind="error" role="alert">
          {refusal}
        </Note>
      )}
    </Question>
  )
}
