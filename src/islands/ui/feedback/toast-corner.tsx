import { useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { Toaster as Corner, toast as sonner } from 'sonner'
import styles from 'sonner/dist/styles.css?url'
import { TOAST_MS, TOASTS_VISIBLE } from '#domain/constants.ts'
import { Icon, type IconName } from '#islands/ui/art/icon.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { dismiss } from '#messages/common.ts'
import { $toasts, type Toast } from '#stores/app/toasts.ts'

const LOOKS: Record<Toast['kind'], { colour: string; icon: IconName }> = {
  error: { colour: 'text-toast-error', icon: 'cross-circle' },
  info: { colour: 'text-toast-info', icon: 'info' },
  success: { colour: 'text-toast-success', icon: 'check-circle' }
}

/** A button pressed to dismiss its toast loses the focus, too: that must not bring the toast back. */
function isShown(id: number | string): boolean {
  return sonner.getToasts().some(toast => toast.id === id)
}

/** Says it, or says it anew under its id; one that has the focus waits. */
function say(
  toast: Toast,
  id?: number | string,
  duration = toast.action ? Number.POSITIVE_INFINITY : TOAST_MS
): number | string {
  return sonner.custom(
    shown => (
      <div className="toast">
        <span className={LOOKS[toast.kind].colour}>
          <Icon name={LOOKS[toast.kind].icon} />
        </span>
        <p>{toast.sentence}</p>
        {toast.action && (
          <button className="toast-action" onClick={toast.action.act} type="button">
            {toast.action.label}
          </button>
        )}
        <button
          aria-label={dismiss}
          onBlur={() => isShown(shown) && say(toast, shown)}
          onClick={() => sonner.dismiss(shown)}
          onFocus={() => say(toast, shown, Number.POSITIVE_INFINITY)}
          type="button"
        >
          <Icon name="cross" size="s" />
        </button>
      </div>
    ),
    { duration, unstyled: true, ...(id !== undefined && { id }) }
  )
}

export function drawToasts(region: HTMLElement): void {
  createRoot(region).render(<ToastCorner />)
}

interface Shown {
  id: number | string
  sentence: string
}

/** Shows what waits in the store, the newest nearest the corner. A fourth, or the same sentence again, replaces an older one. */
export function ToastCorner() {
  const waiting = useStore($toasts)
  const shown = useRef<Shown[]>([])

  useEffect(() => {
    // One more may have come since this was drawn: what is taken away is what is said.
    const due = waiting.length > 0 ? $toasts.get() : []
    if (due.length === 0) return
    $toasts.set([])
    for (const toast of due) {
      const { sentence } = toast
      const kept = shown.current.filter(older => older.sentence !== sentence).slice(1 - TOASTS_VISIBLE)
      for (const older of shown.current) if (!kept.includes(older)) sonner.dismiss(older.id)
      shown.current = [...kept, { id: say(toast), sentence }]
    }
  }, [waiting])

  return (
    <>
      {/* A file of its own: imported as usual, it would stand in every page before a toast is said. */}
      <link href={styles} rel="stylesheet" />
      <Corner
        expand
        gap={8}
        position="bottom-right"
        // The region around it speaks already; two would say everything twice.
        ref={section => section?.removeAttribute('aria-live')}
        visibleToasts={TOASTS_VISIBLE}
      />
    </>
  )
}
