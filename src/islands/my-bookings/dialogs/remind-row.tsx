import { Icon } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/account/reminders.ts'
import {
  $areRemindersChanging,
  $deviceReminders,
  turnRemindersOff,
  turnRemindersOn
} from '#stores/my-bookings/manage-ride/device-reminders.ts'

/** Turns reminders on this device on and off. On an iPhone, the app must be installed first. */
export function RemindRow({ isOffline }: { isOffline: boolean }) {
  const reminders = useStore($deviceReminders)
  const isChanging = useStore($areRemindersChanging)
  const isOn = reminders === 'on'
  const label = isOn ? text.stopReminding : text.remindOnPhone
  if (reminders === 'install_first') {
    return (
      <Button disabled kind="ghost">
        <Icon name="bell" />
        {text.installFirst}
      </Button>
    )
  }
  return (
    <Button
      isBusy={isChanging}
      busyLabel={label}
      disabled={isOffline}
      kind="ghost"
      onClick={() => void (isOn ? turnRemindersOff() : turnRemindersOn())}
    >
      <Icon name="bell" />
      {label}
    </Button>
  )
}
