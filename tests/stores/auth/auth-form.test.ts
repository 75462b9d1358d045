// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { listProperties } from '#contract/catalogue/catalogue.ts'
import * as authText from '#messages/account/auth.ts'
import {
  mountStores,
  server,
  shownToasts,
  visitedUrls,
  waitForTask,
  waitUntil,
  withKind
} from '#tests/stores/browser-tab.ts'
import { arrive, setUpAuthPage } from './page.ts'

setUpAuthPage()

const noop = async () => undefined

describe('the form', () => {
  test('keeps its input while toggling, and clears the errors', async () => {
    const { $errors, $fields, $mode, $formError, submitSignIn, toggleAuthMode } = await arrive({
      email: 'asha@example.in'
    })
    await waitForTask(submitSignIn())
    await toggleAuthMode(noop)
    expect($mode.get()).toBe('sign-up')
    expect($fields.get().email).toBe('asha@example.in')
    expect([$errors.get(), $formError.get()]).toEqual([{}, null])
    await toggleAuthMode(noop)
    expect($mode.get()).toBe('sign-in')
  })

  test('for a new account is busy until its code loads, and loads it once', async () => {
    const { $mode, $isToggling, toggleAuthMode } = await arrive()
    let deliver = () => {}
    const bring = vi.fn(() => new Promise<void>(resolve => (deliver = resolve)))
    const chosen = toggleAuthMode(bring)
    void toggleAuthMode(bring)
    expect([$mode.get(), $isToggling.get()]).toEqual(['sign-in', true])
    deliver()
    await chosen
    expect([$mode.get(), $isToggling.get()]).toEqual(['sign-up', false])
    expect(bring).toHaveBeenCalledOnce()
  })

  test('stays on the sign-in with an error when the code of the sign-up fails to load', async () => {
    const { $fields, $mode, $isToggling, toggleAuthMode } = await arrive({ email: 'asha@example.in' })
    await toggleAuthMode(() => Promise.reject(new Error('The connection is cut.')))
    expect([$mode.get(), $isToggling.get()]).toEqual(['sign-in', false])
    expect(await shownToasts(withKind)).toEqual([`error: ${authText.signUpFailed}`])
    expect($fields.get().email).toBe('asha@example.in')
  })

  test('clears the error of the edited field only', async () => {
    const { $errors, submitSignIn, setField } = await arrive()
    await waitForTask(submitSignIn())
    setField('email', 'a')
    expect(Object.keys($errors.get())).toEqual(['password'])
  })

  test('loads the properties, and again on a retry after a failure, which is only logged', async () => {
    server.fail(listProperties, { body: {}, kind: 'answers', status: 500 })
    const { $properties, loadProperties } = await arrive()
    mountStores($properties)
    await waitUntil(() => $properties.get() === 'failed')
    expect(await shownToasts()).toEqual([])
    expect(console.error).toHaveBeenCalled()
    server.clearFaults()
    await waitForTask(loadProperties())
    expect($properties.get()).toMatchObject([{ id: '7', name: 'Palm Grove' }])
  })

  test('redirects a signed-in visitor', async () => {
    localStorage.setItem('token', 'kept')
    localStorage.setItem('userType', 'user')
    await arrive()
    expect(visitedUrls).toEqual(['/'])
  })
})
