// Wrappers of browser APIs that only the portal needs.

/** Adds a URL to the history without loading it. */
export function pushUrl(path: string): void {
  history.pushState(null, '', path)
}

/** Calls `task` after Back or Forward has changed the URL of this page. Returns an unsubscribe function. */
export function whenHistoryChanges(task: () => void): () => void {
  addEventListener('popstate', task)
  return () => removeEventListener('popstate', task)
}

/** Saves text as a file through the browser's download. */
export function downloadFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = Object.assign(document.createElement('a'), { download: name, href: url })
  link.click()
  URL.revokeObjectURL(url)
}

/** Opens the browser's print dialog. */
export function printPage(): void {
  print()
}
