// @vitest-environment jsdom

import { expect, test, vi } from 'vitest'
import * as appShellText from '#messages/app-shell.ts'
import {
  asksBeforeLeaving,
  leavePage,
  mountStores,
  openPage,
  setUpBrowserTab,
  visitedUrls
} from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

async function openForm() {
  openPage('/auth', null)
  const form = await import('#stores/auth/auth-form.ts')
  mountStores(form.$fields)
  return form
}

async function pressReload(): Promise<void> {
  const { $toasts } = await import('#stores/app/toasts.ts')
  expect($toasts.get()).toMatchObject([
    { action: { label: appShellText.reloadPage }, sentence: appShellText.pageIncomplete }
  ])
  $toasts.get()[0]?.action?.onPress()
}

/** The request of a form whose code does not load. */
async function lostPart(): Promise<never> {
  const { PartError } = await import('#client/device/lazy-part.ts')
  throw new PartError()
}

test('a form whose code does not load keeps what was typed, and offers to reload', async () => {
  const form = await openForm()
  form.setField('name', 'Asha Rao')
  form.setField('password', 'Scoot@123')
  expect(await form.toastFailure(lostPart(), 'failed')).toBeNull()
  expect(form.$formError.get()).toBeNull()
  await pressReload()
  expect(visitedUrls).toEqual(['reload'])
  expect(asksBeforeLeaving()).toBe(false)
  for (const [name, password] of [
    ['Asha Rao', ''],
    ['', '']
  ]) {
    leavePage()
    expect((await openForm()).$fields.get()).toMatchObject({ name, password })
  }
})

test('a press whose code does not load says so, and keeps the ride that was chosen', async () => {
  openPage('/booking/s1', 'rider')
  const { $bookingPage } = await import('#stores/booking/page-data.ts')
  const times = await import('#stores/booking/times.ts')
  const offers = await import('#stores/booking/offers.ts')
  const { showFailures } = await import('#stores/kit/requests.ts')
  mountStores($bookingPage)
  times.chooseDay('2026-06-17')
  times.chooseSlot('10:00')
  offers.chooseOffer('hours-3')
  await showFailures('failed', lostPart)
  vi.spyOn(history, 'replaceState').mockImplementation((_state, _title, path) => void visitedUrls.push(String(path)))
  await pressReload()
  expect(visitedUrls).toEqual(['/booking/s1?date=2026-06-17&time=10%3A00&hours=3&offer=hours-3', 'reload'])
})
