/** Copies text to the clipboard; false if the browser has none for this page or denies access. */
export async function copyText(text: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (!clipboard) return false
  return clipboard.writeText(text).then(
    () => true,
    () => false
  )
}
