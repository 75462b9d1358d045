import { useSyncExternalStore } from 'react'

// Equals --breakpoint-lg (styles/tokens.css), from which a second column fits beside the content.
const WIDE_QUERY = '(min-width: 64rem)'

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(WIDE_QUERY)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** False when the page is rendered without a window. */
export function useIsWideScreen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE_QUERY).matches,
    () => false
  )
}
