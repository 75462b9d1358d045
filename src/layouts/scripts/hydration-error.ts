import { pageIncomplete, reloadPage } from '#messages/app-shell.ts'
import { toast } from '#stores/app/toasts.ts'

// Astro fires the event if the files of an island fail to load, for example without a network or after a deployment.

addEventListener('astro:hydration-error', () => {
  toast('error', pageIncomplete, { label: reloadPage, onPress: () => location.reload() })
})
