// The browser's own things that only the portal needs.

/** Puts an address of this page into the bar and the history, without leaving the page. */
export function pushUrl(path: string): void {
  history.pushState(null, '', path)
}

/** Calls back when Back or Forward has led to another address of this page; answers how to stop. */
export function whenHistoryChanges(task: () => void): () => void {
  addEventListener('popstate', task)
  return () => removeEventListener('popstate', task)
}

/** Hands a file to the visitor, as if he had downloaded it. */
export function downloadFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = Object.assign(document.createElement('a'), { download: name, href: url })
  link.click()
  URL.revokeObjectURL(url)
}
