interface InstallPromptEvent {
  prompt: () => Promise<unknown>
}

declare global {
  interface Window {
    /**
     * The install prompt event (layouts/scripts/app-shell.ts); set only if the browser can install the app.
     */
    deferredInstallPrompt?: InstallPromptEvent
  }
}

/**
 * Calls `task` once the browser can install the app, which is never the case after installation. Returns an unsubscribe
 * function.
 */
export function whenInstallable(task: () => void): () => void {
  if (window.deferredInstallPrompt) task()
  addEventListener('installable', task)
  return () => removeEventListener('installable', task)
}
