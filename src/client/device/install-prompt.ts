/** Shows the browser's install prompt, which works only once. */
export async function promptInstall(): Promise<void> {
  const installPrompt = window.deferredInstallPrompt
  delete window.deferredInstallPrompt
  await installPrompt?.prompt()
}
