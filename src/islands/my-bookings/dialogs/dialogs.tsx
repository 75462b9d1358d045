import { CancelHoldDialog } from './cancel-hold-dialog.tsx'
import { HelpDialog } from './help-dialog.tsx'

export function Dialogs({ now }: { now: Date }) {
  return (
    <>
      <CancelHoldDialog now={now} />
      <HelpDialog now={now} />
    </>
  )
}
