import { Component, type ComponentType, lazy, type ReactNode } from 'react'
import { errorText, errorTitle, partLoadFailed } from '#messages/app-shell.ts'

import { ErrorState } from './error-state.tsx'

class LoadError extends Error {
  /** Makes the next render load the component again. */
  readonly forget: () => void

  constructor(forget: () => void, cause: unknown) {
    super('A part of the page failed to load', { cause })
    this.forget = forget
  }
}

/** Like `lazy` of React, which keeps a failure for ever. Inside a LoadBoundary, a failed component loads again. */
export function lazyWithRetry(load: () => Promise<{ default: ComponentType }>): ComponentType {
  const newPart = () =>
    lazy(() =>
      load().catch((error: unknown) => {
        throw new LoadError(() => {
          Part = newPart()
        }, error)
      })
    )
  let Part: ComponentType = newPart()
  return () => <Part />
}

interface BoundaryState {
  error?: unknown
  hasRetried?: boolean
}

/**
 * Shows an error with 'Try again' in place of a part that failed to load or to render. Without it, React would remove
 * the whole island. Browsers before 2026 keep a failed import until the page is loaded again, so the second 'Try again'
 * of a failed load reloads the page.
 */
export class LoadBoundary extends Component<{ children: ReactNode }, BoundaryState> {
  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error }
  }

  override state: BoundaryState = {}

  // React renders a failed part a second time before it calls this, so forgetting earlier would load in a loop.
  override componentDidCatch(error: unknown): void {
    if (error instanceof LoadError) error.forget()
  }

  override render(): ReactNode {
    const { error, hasRetried = false } = this.state
    if (error === undefined) return this.props.children
    const retry = () =>
      hasRetried && error instanceof LoadError
        ? location.reload()
        : this.setState({ error: undefined, hasRetried: true })
    if (error instanceof LoadError) return <ErrorState onRetry={retry} title={partLoadFailed} />
    return <ErrorState onRetry={retry} text={errorText} title={errorTitle} />
  }
}
