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

/** Opens the browser's print dialog. */
export function printPage(): void {
  print()
}
