import type { FormEvent, ReactNode } from 'react'
import { Button } from '#islands/ui/controls/button.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { useFocusFirstError } from '#islands/ui/hooks/use-focus.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { $refusal, $refusals } from '#stores/auth/errors.ts'
import { $busy, $leaving, takeTyped } from '#stores/auth/form.ts'

interface AuthFormProps {
  action: string
  busy_action: string
  children: ReactNode
  submit: () => Promise<void>
}

/** What both forms share. Posting is for a visitor quicker than the script: nothing typed may end up in an address. */
export function AuthForm({ action, busy_action, children, submit }: AuthFormProps) {
  const working = useStore($busy)
  const leaving = useStore($leaving)
  const busy = working || leaving
  const refusal = useStore($refusal)
  const form = useFocusFirstError(useStore($refusals))

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    takeTyped(new FormData(event.currentTarget))
    void submit()
  }

  return (
    <form className="grid gap-4" method="post" noValidate onSubmit={send} ref={form}>
      {children}
      {refusal && <Note kind="error">{refusal}</Note>}
      <div className="mt-1">
        <Button busy={busy} type="submit" wide>
          {busy ? busy_action : action}
        </Button>
      </div>
    </form>
  )
}
