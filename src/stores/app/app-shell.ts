import { atom } from 'nanostores'
import { activateNewVersion, whenNewVersion } from '#client/device/installed-app.ts'
import { isOfflineShell } from '#client/device/network.ts'
import { keepsSiteData, tabStorage } from '#client/device/storage.ts'
import * as appShellText from '#messages/app-shell.ts'
import { whenMounted } from '#stores/kit/ssr-values.ts'
import { copyAndTell, toast } from './toasts.ts'

// What the browser of another app, such as a chat, refuses, and the way into a whole browser.

/** The address to open elsewhere, if this browser refuses the cookies or the storage that a session needs, else null. */
export const $addressForOtherBrowser = atom<string | null>(null)
whenMounted($addressForOtherBrowser, () => {
  $addressForOtherBrowser.set(keepsSiteData() ? null : location.href)
  return undefined
})

/** The link by which Android opens an address in Chrome; null on other systems. */
export function chromeLink(address: string): string | null {
  if (!navigator.userAgent.includes('Android')) return null
  const [scheme = ''] = address.split(':')
  return `intent${address.slice(scheme.length)}#Intent;scheme=${scheme};package=com.android.chrome;end`
}

export const copyAddressToOpen = (address: string): Promise<void> =>
  copyAndTell(address, { copied: appShellText.addressCopied, copyByHand: appShellText.addressToCopy(address) })

const OPENS_WITHIN_MS = 1500

/** Offers the address of a link that should open beside this page, if the page is still in front after a moment. */
export function offerAddressIfIgnored(address: string): void {
  const action = { label: appShellText.copyAddress, onPress: () => void copyAddressToOpen(address) }
  const timer = setTimeout(() => toast('info', appShellText.linkIgnored, action), OPENS_WITHIN_MS)
  for (const leaving of ['blur', 'pagehide', 'visibilitychange'])
    addEventListener(leaving, () => clearTimeout(timer), { once: true })
}

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

const markAnswered = (isAnswered: boolean): void => tabStorage.write(STORAGE_KEY, isAnswered)
