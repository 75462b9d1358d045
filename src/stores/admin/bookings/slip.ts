import { atom } from 'nanostores'
import { endPrint, printPart } from '#client/device/page.ts'
import { call } from '#client/http/api.ts'
import type { BookingForAdmin } from '#contract/bookings/admin-bookings.ts'
import { readSlip, type Slip } from '#contract/bookings/slip.ts'
import { phoneText } from '#domain/riders/contact.ts'
import * as slipText from '#messages/admin/slip.ts'
import { supportPhone } from '#stores/app/support.ts'
import { whileBusy } from '#stores/kit/requests.ts'

// The PIN of a ride for a rider who cannot read it: on the screen of the desk, or on paper. The device keeps nothing of it.

/** In the dialog, with the id of its booking; null while it is closed. */
export const $slip = atom<(Slip & { id: string }) | null>(null)
/** On paper. */
export const $sheet = atom<Slip | null>(null)
export const $isReadingPin = atom(false)

export async function showPin({ id }: Pick<BookingForAdmin, 'id'>): Promise<void> {
  await whileBusy($isReadingPin, slipText.failed, async () => {
    $slip.set({ ...(await call(readSlip, { params: { id } })), id })
  })
}

export function closeSlip(): void {
  $slip.set(null)
  $sheet.set(null)
  endPrint()
}

export function printSlip(sheet: Slip): void {
  $sheet.set(sheet)
  printPart('.slip-sheet')
}

/** 'Questions: +91 98450 11223'; null without a number. */
export function questionsText({ support_phone }: Slip): string | null {
  const phone = supportPhone(support_phone)
  return phone === '' ? null : slipText.questions(phoneText(`+${phone}`))
}
