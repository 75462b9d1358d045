import { useSyncExternalStore } from 'react'

// As --breakpoint-lg (styles/tokens.css): there is room for a column beside the content.
const WIDE = '(min-width: 64rem)'

function watch(tell: () => void): () => void {
  const media = matchMedia(WIDE)
  media.addEventListener('change', tell)
  return () => media.removeEventListener('change', tell)
}

/** False where the page is drawn without a window. */
export function useWide(): boolean {
  return useSyncExternalStore(
    watch,
    () => matchMedia(WIDE).matches,
    () => false
  )
}
