import { copyText } from '#client/device/storage.ts'
import * as text from '#messages/admin/payments/refunds.ts'
import { toast } from '#stores/app/toasts.ts'

/** Copies an id of the provider, so that the admin can look it up in the provider's dashboard. */
export async function copyId(id: string): Promise<void> {
  const isCopied = await copyText(id)
  if (isCopied) toast('success', text.refunds.copied)
  else toast('info', text.refunds.copyByHand)
}
