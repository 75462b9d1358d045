import { tabStorage } from '#client/device/browser.ts'
import { activateNewVersion, whenNewVersion } from '#client/device/new-version.ts'
import { newVersion, reloadPage } from '#messages/common.ts'
import { toast } from './toasts.ts'

const STORAGE_KEY = 'newVersion'

/** Offers it once a tab. It comes by itself when no page is left of the version before, never while one is used. */
export function offerNewVersion(): void {
  whenNewVersion(() => {
    if (tabStorage.read(STORAGE_KEY) !== null) return
    tabStorage.write(STORAGE_KEY, true)
    toast('info', newVersion, { onPress: () => void activateNewVersion(), label: reloadPage })
  })
}
