import { copyText } from '#client/device/clipboard.ts'
import { toast } from './toasts.ts'

/** Copies text to the clipboard, or says how to copy it. */
export async function copyAndTell(value: string, text: { copied: string; copyByHand: string }): Promise<void> {
  if (await copyText(value)) toast('success', text.copied)
  else toast('info', text.copyByHand)
}
