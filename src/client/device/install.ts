interface InstallPromptEvent {
  prompt: () => Promise<unknown>
}

declare global {
  interface Window {
    /** Kept by layouts/install.ts; only where the browser would install. */
    installQuestion?: InstallPromptEvent
  }
}

/** Calls back once the browser would install the app, which it never would where it is installed; answers how to stop. */
export function whenInstallable(task: () => void): () => void {
  if (window.installQuestion) task()
  addEventListener('installable', task)
  return () => removeEventListener('installable', task)
}

/** Lets the browser ask its own question; it can be asked once. */
export async function promptInstall(): Promise<void> {
  const installPrompt = window.installQuestion
  delete window.installQuestion
  await installPrompt?.prompt()
}
