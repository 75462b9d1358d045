// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { alreadyPaid, holdExpired } from '#messages/payments/payments.ts'
import { advanceTime, errorReply, json } from '#tests/helpers/servers/api-server.ts'
import { dialogs, ProviderDialog, receipt } from '#tests/stores/payment/provider-dialog.ts'
import { network } from '#tests/stores/rider-tab.ts'
import { held } from './bookings.ts'
import { arrive, listRequests, setUpMyBookings } from './page.ts'

/** The rider pays as soon as it opens. */
class PaidDialog extends ProviderDialog {
  override open() {
    super.open()
    this.options.handler(receipt)
  }
}

setUpMyBookings()
beforeEach(() => {
  dialogs.length = 0
})

describe("'Complete Payment'", () => {
  const order = { amount: 5000, razorpay_key: 'rzp_live_key', razorpay_order_id: 'order_1', session_id: 's1' }

  test('opens the dialog for the same order, confirms and refreshes', async () => {
    vi.stubGlobal('Razorpay', PaidDialog)
    network.replies['/api/my-bookings'] = () => json([held])
    network.replies['/api/bookings/held/resume'] = () => json(order)
    network.replies['/api/bookings/payment-success'] = () => json({ success: true })
    const { $payingBookingId, completePayment, toastTexts } = await arrive()
    await advanceTime(2000)
    const before = listRequests()
    const paid = completePayment(held)
    expect($payingBookingId.get()).toBe('held')
    void completePayment(held)
    await advanceTime(1000)
    await paid
    expect(dialogs.map(({ options }) => options)).toMatchObject([
      {
        amount: 5000,
        description: 'Ather, Mon 15 Jun · 11:30\u00A0pm – 12:30\u00A0am, Tue 16 Jun',
        order_id: 'order_1'
      }
    ])
    expect(toastTexts()).toEqual(['Payment successful! Your booking is confirmed.'])
    expect($payingBookingId.get()).toBeNull()
    expect(listRequests()).toBe(before + 1)
  })
  test.each([
    ['succeeds', () => json({ success: true }), []],
    ['waits for the provider', () => json({ is_settling: true, message: 'Settling', success: false }), ['held']],
    ['was refused', () => json({ code: 'payment_failed', detail: 'Declined' }, 400), []],
    ['could not be verified', () => errorReply('The payment could not be verified'), ['held']]
  ])('refreshes the list when a payment %s after its dialog was closed', async (_, reply, unconfirmedIds) => {
    vi.stubGlobal('Razorpay', ProviderDialog)
    network.replies['/api/my-bookings'] = () => json([held])
    network.replies['/api/bookings/held/resume'] = () => json(order)
    network.replies['/api/bookings/payment-failed'] = () => json({ success: true })
    network.replies['/api/bookings/payment-success'] = reply
    const { completePayment } = await arrive()
    const { $unconfirmedIds } = await import('#stores/payment/unconfirmed-payments.ts')
    const paid = completePayment(held)
    await advanceTime(1000)
    const [dialog] = dialogs
    dialog?.options.modal.ondismiss()
    await advanceTime(1000)
    await paid
    const before = listRequests()
    dialog?.options.handler(receipt)
    await advanceTime(1000)
    expect(listRequests()).toBe(before + 1)
    expect($unconfirmedIds.get()).toEqual(unconfirmedIds)
  })
  test('is not offered again when the payment could not be verified', async () => {
    vi.stubGlobal('Razorpay', PaidDialog)
    network.replies['/api/my-bookings'] = () => json([held])
    network.replies['/api/bookings/held/resume'] = () => json(order)
    network.replies['/api/bookings/payment-success'] = () => errorReply('The payment could not be verified')
    const { completePayment } = await arrive()
    const { $unconfirmedIds } = await import('#stores/payment/unconfirmed-payments.ts')
    void completePayment(held)
    await advanceTime(1000)
    expect($unconfirmedIds.get()).toEqual(['held'])
  })
  test('opens the booking page with the same ride and a message when the hold has ended', async () => {
    const go = vi.fn()
    vi.stubGlobal('location', { assign: go, pathname: '/my-bookings' })
    network.replies['/api/bookings/held/resume'] = () => json({ code: 'hold_expired', detail: holdExpired }, 400)
    const { completePayment, toastTexts } = await arrive()
    void completePayment({ ...held, scooter: { id: '7', name: 'Ather' } })
    await advanceTime(1000)
    expect(go).toHaveBeenCalledWith('/booking/7?date=2026-06-15&time=23%3A30&hours=1')
    expect(toastTexts()).toEqual([])
    expect(sessionStorage.getItem('toasts')).toContain(holdExpired)
  })
  test("shows any other rejection with the server's message, and reloads the list", async () => {
    network.replies['/api/bookings/held/resume'] = () => errorReply(alreadyPaid)
    const { completePayment, toastTexts } = await arrive()
    await advanceTime(2000)
    const before = listRequests()
    void completePayment(held)
    await advanceTime(1000)
    expect(toastTexts()).toEqual([alreadyPaid])
    expect(listRequests()).toBe(before + 1)
  })
})
