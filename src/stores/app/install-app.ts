import { promptInstall } from '#client/device/install-prompt.ts'
import { nullOnError } from '#stores/kit/errors.ts'
import { hideInstallOffer } from './install-offer.ts'

// Loaded with the offer, which few riders see.

export async function installApp(): Promise<void> {
  hideInstallOffer()
  await nullOnError(promptInstall())
}
