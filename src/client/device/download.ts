/** Saves text as a file through the browser's download. */
export function downloadFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = Object.assign(document.createElement('a'), { download: name, href: url })
  link.click()
  URL.revokeObjectURL(url)
}
