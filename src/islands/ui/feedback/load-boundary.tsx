import { Component, type ComponentType, lazy, type ReactNode } from 'react'
import { lazyPart, PartError } from '#client/device/lazy-part.ts'
import * as appShellText from '#messages/app-shell.ts'
import { reloadKeepingInput } from '#stores/app/reload.ts'
import { ErrorState } from './states.tsx'

class LoadError extends Error {
  /** Makes the next render load the component again. */
  readonly forget: () => void

  constructor(forget: () => void, cause: unknown) {
    super('A part of the page failed to load', { cause })
    this.forget = forget
  }
}

/**
 * A component of a file that loads later. React's `lazy` keeps a failure for ever; inside a LoadBoundary, a failed
 * component loads again.
 */
export function lazyComponent<Name extends string>(
  importPart: () => Promise<Record<Name, ComponentType>>,
  name: Name
): ComponentType {
  const part = lazyPart(importPart)
  const newComponent = () =>
    lazy(() =>
      part.load().then(
        loaded => ({ default: loaded[name] as ComponentType }),
        (error: unknown) => {
          const forget = () => {
            Part = newComponent()
          }
          throw new LoadError(forget, error)
        }
      )
    )
  let Part: ComponentType = newComponent()
  return () => <Part />
}

interface BoundaryState {
  error?: unknown
}

/** A part that fails again within this time is not drawn again by itself. */
const REDRAW_PAUSE_MS = 1000

/**
 * Draws a part again that failed to render, once: a translator or an extension may have changed its elements. Shows an
 * error with 'Try again' in place of a part that failed to load, or failed again, or with 'Reload' if only that helps
 * (client/device/lazy-part.ts). Without it, React would remove the whole island.
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
    if (!(error instanceof LoadError))
      return <ErrorState onRetry={this.#redraw} text={appShellText.errorText} title={appShellText.errorTitle} />
    const needsReload = error.cause instanceof PartError
    return (
      <ErrorState
        onRetry={needsReload ? reloadKeepingInput : this.#redraw}
        retryLabel={needsReload ? appShellText.reloadPage : appShellText.tryAgain}
        title={appShellText.pageIncomplete}
      />
    )
  }
}
