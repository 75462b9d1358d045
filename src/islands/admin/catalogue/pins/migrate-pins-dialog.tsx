import { ConfirmDialog } from '#islands/ui/feedback/modal.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { scooters as text } from '#messages/admin/catalogue/catalogue.ts'
import * as labels from '#messages/labels.ts'
import {
  $isMigrateDialogOpen,
  $isMigratingPins,
  closeMigrateDialog,
  migrateAllPins
} from '#stores/admin/catalogue/scooters.ts'

export function MigratePinsDialog() {
  const isMigrating = useStore($isMigratingPins)
  return (
    <ConfirmDialog
      busyLabel={text.migrating}
      confirmLabel={text.migrateConfirm}
      isBusy={isMigrating}
      cancelLabel={labels.cancel}
      onCancel={closeMigrateDialog}
      onConfirm={() => void migrateAllPins()}
      isOpen={useStore($isMigrateDialogOpen)}
      title={text.migrateQuestion}
    />
  )
}
