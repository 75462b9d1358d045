// @vitest-environment jsdom

import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { exampleForAdmin } from '#contract/bookings/docs.ts'
import { BookingPaymentsPanel } from '#islands/admin/payments/booking-payments-panel.tsx'
import { partLoadFailed, tryAgain } from '#messages/app-shell.ts'
import { openBookingPayments } from '#stores/admin/payments/booking-payments.ts'

vi.mock('#islands/admin/bookings/ride-return.tsx', () => {
  throw new TypeError('Failed to fetch')
})

test('the panel of a booking says so if its part for the return fails to load, and keeps the other parts', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('matchMedia', () => ({ addEventListener: vi.fn(), matches: true, removeEventListener: vi.fn() }))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  void openBookingPayments(exampleForAdmin)
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<BookingPaymentsPanel />))
  await vi.waitFor(() => expect(document.body.textContent).toContain(partLoadFailed))
  expect(document.body.textContent).toContain(tryAgain)
  expect(document.body.textContent).toContain(exampleForAdmin.user_name)
})
