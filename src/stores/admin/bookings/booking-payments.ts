import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import {
  type BookingForAdmin,
  type BookingMoney,
  checkBookingMoney,
  getBookingMoney
} from '#contract/bookings/admin-bookings.ts'
import { money as text } from '#messages/portal.ts'
import { reloadAfter } from '#stores/admin/dashboard-lists.ts'
import { toast } from '#stores/app/toasts.ts'
import { whileBusy } from '#stores/kit/busy.ts'
import { questions } from '#stores/kit/latest-only.ts'

/** The booking whose payments are looked at; null while none are. */
export const $looked = atom<BookingForAdmin | null>(null)
export const $money = atom<BookingMoney | 'failed' | 'loading'>('loading')
export const $checking = atom(false)

const asked = questions()

/** What is known of the booking that is looked at; what is on screen stays until the answer is there. */
async function load({ id }: BookingForAdmin): Promise<void> {
  const isLatest = asked()
  // Each asking for itself: another booking may be looked at before the first has answered.
  await whileBusy(atom(false), text.loadFailed, async () => {
    const answer = await call(getBookingMoney, { params: { id } }).catch((error: unknown) => {
      if (isLatest() && $money.get() === 'loading') $money.set('failed')
      throw error
    })
    if (isLatest()) $money.set(answer)
  })
}

export function lookAt(booking: BookingForAdmin): Promise<void> {
  $looked.set(booking)
  $money.set('loading')
  return load(booking)
}

export function lookAway(): void {
  asked()
  $looked.set(null)
}

/** After a change that it may show. */
export async function lookAgain(): Promise<void> {
  const looked = $looked.get()
  if (looked) await load(looked)
}

export async function retry(): Promise<void> {
  const looked = $looked.get()
  if (looked) await lookAt(looked)
}

/** Has our server ask the provider, and settle what it answers. */
export async function checkNow(): Promise<void> {
  const booking = $looked.get()
  if (booking === null) return
  let isDone = false
  await whileBusy($checking, text.checkFailed, async () => {
    const isLatest = asked()
    const answer = await call(checkBookingMoney, { params: { id: booking.id } })
    if (isLatest()) $money.set(answer)
    isDone = true
    toast('success', text.checked)
  })
  if (isDone) await reloadAfter('bookings')
}
