import { atom } from 'nanostores'
import { promptInstall, whenInstallable } from '#client/device/installed-app.ts'
import { deviceStorage } from '#client/device/storage.ts'
import { nullOnError } from '#stores/kit/requests.ts'
import { whenMounted } from '#stores/kit/when-mounted.ts'

const STORAGE_KEY = 'installAnswered'

/** Whether to offer installation: the browser supports it, and the offer was not answered on this device before. */
export const $canInstall = atom(false)

whenMounted($canInstall, () => whenInstallable(() => $canInstall.set(deviceStorage.read(STORAGE_KEY) === null)))

/** Called for either answer. */
export function hideInstallOffer(): void {
  deviceStorage.write(STORAGE_KEY, 'yes')
  $canInstall.set(false)
}

export async function installApp(): Promise<void> {
  hideInstallOffer()
  await nullOnError(promptInstall())
}
