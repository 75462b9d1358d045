import { activateNewVersion, whenNewVersion } from '#client/device/installed-app.ts'
import { isOfflineShell } from '#client/device/network.ts'
import { tabStorage } from '#client/device/storage.ts'
import * as appShellText from '#messages/app-shell.ts'
import { toast } from './toasts.ts'

const STORAGE_KEY = 'newVersion'

/**
 * Offers the update on each page until the rider answers in this tab; a later version is offered again. Without an
 * answer, the new version activates when no page of the old one is open. The offline shell, which is replaced once there
 * is a network, offers nothing.
 */
export function offerNewVersion(): void {
  if (isOfflineShell()) return
  whenNewVersion(hasJustInstalled => {
    if (hasJustInstalled) markAnswered(false)
    else if (tabStorage.read(STORAGE_KEY) === true) return
    const onPress = () => {
      markAnswered(true)
      void activateNewVersion()
    }
    toast('info', appShellText.newVersion, {
      label: appShellText.reloadPage,
      onDismiss: () => markAnswered(true),
      onPress
    })
  })
}

function markAnswered(isAnswered: boolean): void {
  tabStorage.write(STORAGE_KEY, isAnswered)
}
