import { type ComponentType, type MouseEvent, useEffect, useRef, useState } from 'react'
import { TOAST_MS, TOASTS_VISIBLE } from '#domain/constants.ts'
import { $toasts, showCarriedToasts, type Toast } from '#stores/toasts.ts'
import { useStore } from './use-store.tsx'

/** A toast waits while it is pointed at; one that came up under a resting pointer was not pointed at. */
function ignoreResting(event: MouseEvent): void {
  if (event.movementX === 0 && event.movementY === 0) event.stopPropagation()
}

/** Where the network did not even bring what draws toasts: the same sentences, plainly. */
function PlainCorner() {
  const waiting = useStore($toasts)
  const sentences = [...new Set(waiting.map(({ sentence }) => sentence))].slice(-TOASTS_VISIBLE)

  useEffect(() => {
    if (waiting.length === 0) return
    const timer = setTimeout(() => $toasts.set([]), TOAST_MS)
    return () => clearTimeout(timer)
  }, [waiting])

  return (
    <div className="plain-toasts">
      {sentences.map(sentence => (
        <p className="toast" key={sentence}>
          {sentence}
        </p>
      ))}
    </div>
  )
}

/** Into the top layer, above a dialog that has opened meanwhile: its scrim would hide what is said. */
function raise(region: HTMLElement | null): void {
  if (!region || !('showPopover' in region)) return
  if (region.matches(':popover-open')) {
    if (!document.querySelector('dialog:modal')) return
    region.hidePopover()
  }
  region.showPopover()
}

/**
 * The corner where toasts are said. The region is there from the start, as a screen reader must know it before
 * something is said in it; what draws the toasts is loaded with the first one.
 */
export function Toaster() {
  const [Corner, setCorner] = useState<ComponentType | null>(null)
  const region = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let asked = false
    raise(region.current)
    const stop = $toasts.subscribe((waiting: readonly Toast[]) => {
      if (waiting.length > 0) raise(region.current)
      if (asked || waiting.length === 0) return
      asked = true
      void import('./toast-corner.tsx').then(
        ({ ToastCorner }) => setCorner(() => ToastCorner),
        () => setCorner(() => PlainCorner)
      )
    })
    showCarriedToasts()
    return stop
  }, [])

  return (
    <div
      aria-atomic="false"
      aria-live="polite"
      aria-relevant="additions"
      className="toast-region"
      onMouseMoveCapture={ignoreResting}
      onMouseOverCapture={ignoreResting}
      popover="manual"
      ref={region}
      role="status"
    >
      {Corner && <Corner />}
    </div>
  )
}
