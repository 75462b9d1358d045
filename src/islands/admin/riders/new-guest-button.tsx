import { lazyPart } from '#client/device/lazy-part.ts'
import { LoadedDialogs, useOpen } from '#islands/admin/lazy-dialogs.tsx'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import * as guestsText from '#messages/admin/guests.ts'
import type { NewGuest } from '#stores/admin/riders/new-guest.ts'
import { createLazyDialogs } from '#stores/kit/lazy-dialogs.ts'

// What a screen needs to add a guest. The panel loads with the first press.

const dialogs = createLazyDialogs(lazyPart(() => import('./new-guest.tsx')))

/** `textClass` hides the words where there is room for the icon only. `guest` is read when it is pressed. */
export function NewGuestButton({ guest, textClass }: { guest: () => NewGuest; textClass?: string }) {
  const open = useOpen(dialogs)('new guest', ({ actions }) => actions.openNewGuest(guest()))
  return (
    <Button isSmall kind="secondary" {...open}>
      {!open.isBusy && <Icon name="plus" />}
      <span className={textClass}>{guestsText.panel.open}</span>
    </Button>
  )
}

/** Once for each screen with the button, and outside of its forms. */
export const NewGuestPanel = () => <LoadedDialogs dialogs={dialogs} />
