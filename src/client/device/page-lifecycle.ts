/** Hides the page before it is left, and suppresses the prompt about unsaved changes. */
export function abandonPage(): void {
  hidePage()
  addEventListener('beforeunload', event => event.stopImmediatePropagation(), {
    capture: true,
    once: true
  })
}

/** The session that the page was rendered for; undefined if it was rendered without personal data. */
export function renderedSession(): string | undefined {
  return document.documentElement.dataset.session
}

// `visibility` keeps the layout, so the scroll position survives when the page is restored.
function hidePage(): void {
  document.documentElement.style.visibility = 'hidden'
}

function showPage(): void {
  document.documentElement.style.visibility = ''
}

/**
 * The back/forward cache can restore a page as it was left. The page is hidden on leave, and shown on restore only if
 * `mayShow` returns true. Returns an unsubscribe function.
 */
export function whenRestored(mayShow: () => boolean): () => void {
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted && mayShow()) showPage()
  }
  addEventListener('pagehide', hidePage)
  addEventListener('pageshow', onShow)
  return () => {
    removeEventListener('pagehide', hidePage)
    removeEventListener('pageshow', onShow)
  }
}

/**
 * Calls `task` when the page becomes visible again or is restored from the back/forward cache. Returns an unsubscribe
 * function.
 */
export function whenVisibleAgain(task: () => void): () => void {
  let isScheduled = false
  // Some browsers fire both events for one return.
  const notify = () => {
    if (isScheduled) return
    isScheduled = true
    setTimeout(() => {
      isScheduled = false
    })
    task()
  }
  const onChange = () => document.visibilityState === 'visible' && notify()
  const onShow = ({ persisted }: PageTransitionEvent) => persisted && notify()
  document.addEventListener('visibilitychange', onChange)
  addEventListener('pageshow', onShow)
  return () => {
    document.removeEventListener('visibilitychange', onChange)
    removeEventListener('pageshow', onShow)
  }
}

/** Makes the browser ask before the page is left while `isUnsaved` returns true. Returns an unsubscribe function. */
export function confirmBeforeUnload(isUnsaved: () => boolean): () => void {
  const listener = (event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault()
  }
  addEventListener('beforeunload', listener)
  return () => removeEventListener('beforeunload', listener)
}
