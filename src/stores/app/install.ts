import { atom } from 'nanostores'
import { isUninstalledIphone, promptInstall, whenInstallable } from '#client/device/installed-app.ts'
import { deviceStorage } from '#client/device/storage.ts'
import { logFailure } from '#stores/kit/requests.ts'
import { whenMounted } from '#stores/kit/ssr-values.ts'

const STORAGE_KEY = 'installAnswered'

/**
 * How to install the app: by a button, or on an iPhone by the browser's menu. Null: it cannot be, or the offer was
 * answered on this device before.
 */
export const $installOffer = atom<'button' | 'menu' | null>(null)

function offer(way: 'button' | 'menu'): void {
  if (deviceStorage.read(STORAGE_KEY) === null) $installOffer.set(way)
}

whenMounted($installOffer, () => {
  if (isUninstalledIphone()) offer('menu')
  return whenInstallable(() => offer('button'))
})

/** Called for either answer. */
export function hideInstallOffer(): void {
  deviceStorage.write(STORAGE_KEY, 'yes')
  $installOffer.set(null)
}

export async function installApp(): Promise<void> {
  hideInstallOffer()
  await logFailure(promptInstall())
}
