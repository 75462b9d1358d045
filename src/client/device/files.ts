import { MINUTE_MS } from '#domain/time/time-units.ts'

/** Copies text to the clipboard; false if the browser has none for this page or denies access. */
export async function copyText(text: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (!clipboard) return false
  return clipboard.writeText(text).then(
    () => true,
    () => false
  )
}

/** Releases a URL that may be one of a download: browsers read the file some time after the click. */
export function releaseUrl(url: string): void {
  setTimeout(() => URL.revokeObjectURL(url), MINUTE_MS)
}

/** Saves text as a file through the browser's download. */
export function downloadFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = Object.assign(document.createElement('a'), { download: name, href: url })
  link.click()
  releaseUrl(url)
}

/** The same for data. */
export const downloadJson = (name: string, data: unknown): void =>
  downloadFile(`${name}.json`, JSON.stringify(data, null, 2), 'application/json')
