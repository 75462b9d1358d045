import { activateNewVersion, whenNewVersion } from '#client/device/installed-app.ts'
import { tabStorage } from '#client/device/storage.ts'
import { newVersion, reloadPage } from '#messages/app-shell.ts'
import { toast } from './toasts.ts'

const STORAGE_KEY = 'newVersion'

/** Offers the update once per tab. Without it, the new version activates when no page of the old one is open. */
export function offerNewVersion(): void {
  whenNewVersion(() => {
    if (tabStorage.read(STORAGE_KEY) !== null) return
    tabStorage.write(STORAGE_KEY, true)
    toast('info', newVersion, { onPress: () => void activateNewVersion(), label: reloadPage })
  })
}
