// @vitest-environment jsdom

import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { ConfirmDialog, Modal } from '#islands/ui/feedback/modal.tsx'

// jsdom does not implement dialogs.
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
})

async function openModal() {
  const onClose = vi.fn()
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(
      <Modal isOpen onClose={onClose} title="Delete the property?">
        <p>Keyboard House</p>
      </Modal>
    )
  )
  const dialog = document.querySelector('dialog')
  if (!dialog) throw new Error('The dialog is not rendered')
  return { dialog, onClose }
}

beforeEach(() => document.body.replaceChildren())

test('a dialog that the browser closes reports it', async () => {
  const { dialog, onClose } = await openModal()
  dialog.open = false
  dialog.dispatchEvent(new Event('close'))
  expect(onClose).toHaveBeenCalledOnce()
})

test('a dialog that is open again ignores the late event of its last closing', async () => {
  const { dialog, onClose } = await openModal()
  dialog.dispatchEvent(new Event('close'))
  expect(onClose).not.toHaveBeenCalled()
})

test.each([
  ['outside', 'dialog', 1],
  ['in a text of the dialog', 'p', 0]
])('a press that ends outside of a dialog closes it only if it began outside: %s', async (_, pressed, closed) => {
  const { dialog, onClose } = await openModal()
  document.querySelector(pressed)?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  dialog.click()
  expect(onClose).toHaveBeenCalledTimes(closed)
})

test('a second confirmation is not answered by a double press on the first one', async () => {
  vi.useFakeTimers()
  const [onCancel, onConfirm] = [vi.fn(), vi.fn()]
  const labels = { cancelLabel: 'Go back', confirmLabel: 'Refund anyway', title: 'Refund a disputed payment?' }
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(<ConfirmDialog isOpen isSecondConfirmation {...{ onCancel, onConfirm }} {...labels} />)
  )
  const press = () => {
    for (const button of document.querySelectorAll('button')) button.click()
    return [onCancel.mock.calls.length, onConfirm.mock.calls.length]
  }
  expect(press()).toEqual([0, 0])
  await act(async () => vi.advanceTimersByTime(500))
  expect(press()).toEqual([1, 1])
  vi.useRealTimers()
})
