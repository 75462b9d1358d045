import { atom } from 'nanostores'
import { asked, showAddress, whenGoingBack, whenVisibleAgain } from '#client/browser.ts'
import { TAB_PARAMETER, type Tab, tabFrom, tabPath } from '#domain/tabs.ts'
import { whenSignedIn } from '../session.ts'
import { $stats, loadStart, loadTab } from './lists.ts'

/** The open tab; its address is in the bar, so that reloading, Back and a link lead to it. */
export const $tab = atom<Tab>(tabFrom(null))

const followAddress = () => $tab.set(tabFrom(asked(TAB_PARAMETER)))

whenSignedIn($stats, () => {
  followAddress()
  void loadStart($tab.get())
  const stops = [
    whenGoingBack(() => {
      followAddress()
      void loadTab($tab.get())
    }),
    whenVisibleAgain(() => void loadStart($tab.get()))
  ]
  return () => {
    for (const stop of stops) stop()
  }
})

export function openTab(tab: Tab): void {
  if (tab === $tab.get()) return
  $tab.set(tab)
  showAddress(tabPath(tab))
  void loadTab(tab)
}

export function retry(): void {
  $stats.set('loading')
  void loadStart($tab.get())
}
