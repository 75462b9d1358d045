import { session } from '#client/device/browser.ts'
import { takeNewVersion, whenNewVersion } from '#client/device/new-version.ts'
import { newVersion, reloadPage } from '#messages/common.ts'
import { toast } from './toasts.ts'

const OFFERED = 'newVersion'

/** Offers it once a tab. It comes by itself when no page is left of the version before, never while one is used. */
export function offerNewVersion(): void {
  whenNewVersion(() => {
    if (session.read(OFFERED) !== null) return
    session.write(OFFERED, true)
    toast('info', newVersion, { act: () => void takeNewVersion(), label: reloadPage })
  })
}
