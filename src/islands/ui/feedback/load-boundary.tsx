import { Component, type ComponentType, lazy, type ReactNode } from 'react'
import { errorText, errorTitle, partLoadFailed } from '#messages/app-shell.ts'
import { ErrorState } from './states.tsx'

class LoadError extends Error {
  /** Makes the next render load the component again. */
  readonly forget: () => void
  /** Whether the component has failed to load before. */
  readonly isRepeated: boolean

  constructor(forget: () => void, isRepeated: boolean, cause: unknown) {
    super('A part of the page failed to load', { cause })
    this.forget = forget
    this.isRepeated = isRepeated
  }
}

/** Like `lazy` of React, which keeps a failure for ever. Inside a LoadBoundary, a failed component loads again. */
export function lazyWithRetry(load: () => Promise<{ default: ComponentType }>): ComponentType {
  const newPart = (isRetry: boolean) =>
    lazy(() =>
      load().catch((error: unknown) => {
        const forget = () => {
          Part = newPart(true)
        }
        throw new LoadError(forget, isRetry, error)
      })
    )
  let Part: ComponentType = newPart(false)
  return () => <Part />
}

interface BoundaryState {
  error?: unknown
}

/** A part that fails again within this time is not drawn again by itself. */
const REDRAW_PAUSE_MS = 1000

/**
 * Draws a part again that failed to render, once: a translator or an extension may have changed its elements. Shows an
 * error with 'Try again' in place of a part that failed to load, or failed again. Without it, React would remove the
 * whole island. Browsers that follow the HTML standard from before July 2026 (whatwg/html#10327) keep a failed
 * import until the page is loaded again, so 'Try again' reloads the page after a part's second failure.
 */
export class LoadBoundary extends Component<{ children: ReactNode }, BoundaryState> {
  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error }
  }

  override state: BoundaryState = {}
  #redrawnAt = Number.NEGATIVE_INFINITY
  readonly #redraw = () => this.setState({ error: undefined })

  // React renders a failed part a second time before it calls this, so forgetting earlier would load in a loop.
  override componentDidCatch(error: unknown): void {
    const now = performance.now()
    if (error instanceof LoadError) error.forget()
    else if (now - this.#redrawnAt > REDRAW_PAUSE_MS) {
      this.#redrawnAt = now
      this.#redraw()
    }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (!(error instanceof LoadError)) return <ErrorState onRetry={this.#redraw} text={errorText} title={errorTitle} />
    return <ErrorState onRetry={error.isRepeated ? () => location.reload() : this.#redraw} title={partLoadFailed} />
  }
}
