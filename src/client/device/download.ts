import { MINUTE_MS } from '#domain/time/time-units.ts'

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
