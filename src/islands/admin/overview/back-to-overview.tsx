import { Icon } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { back } from '#messages/admin/overview.ts'
import { openScreen } from '#stores/admin/dashboard.ts'

/** Of the views that the overview opens. */
export function BackToOverview() {
  return (
    <Button kind="secondary" onClick={() => openScreen('overview')} isSmall>
      <Icon name="back" />
      {back}
    </Button>
  )
}
