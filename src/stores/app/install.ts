import { atom } from 'nanostores'
import { device } from '#client/device/browser.ts'
import { askToInstall, whenInstallable } from '#client/device/install.ts'
import { quietly } from '#stores/kit/busy.ts'
import { whenOnScreen } from '#stores/session/session.ts'

const ANSWERED = 'installAnswered'

/** Whether the installation may be offered: the browser would install, and nobody has answered on this device before. */
export const $installable = atom(false)

whenOnScreen($installable, () => whenInstallable(() => $installable.set(device.read(ANSWERED) === null)))

function answer(): void {
  device.write(ANSWERED, 'yes')
  $installable.set(false)
}

export async function installApp(): Promise<void> {
  answer()
  await quietly(askToInstall())
}

export function declineInstall(): void {
  answer()
}
