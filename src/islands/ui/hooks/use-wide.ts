import { useSyncExternalStore } from 'react'

// As --breakpoint-lg (styles/tokens.css): there is room for a column beside the content.
const WIDE_QUERY = '(min-width: 64rem)'

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(WIDE_QUERY)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** False where the page is drawn without a window. */
export function useIsWideScreen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE_QUERY).matches,
    () => false
  )
}
