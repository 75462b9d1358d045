import { copyText } from '#client/device/browser.ts'
import * as text from '#messages/portal.ts'
import { toast } from '#stores/app/toasts.ts'

/** Copies one of the provider's ids, to look it up at the provider's own desk. */
export async function copyId(id: string): Promise<void> {
  const isCopied = await copyText(id)
  if (isCopied) toast('success', text.payments.copied)
  else toast('info', text.payments.copyByHand)
}
