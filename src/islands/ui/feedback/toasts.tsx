import { useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { Toaster as Corner, toast as sonner } from 'sonner'
import styles from 'sonner/dist/styles.css?url'
import { TOAST_MS, TOASTS_VISIBLE } from '#domain/constants.ts'
import { Icon, type IconName } from '#islands/ui/art/icon.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as appShellText from '#messages/app-shell.ts'
import { $dismissals, $toasts, type Toast } from '#stores/app/toasts.ts'

const KIND_STYLES: Record<Toast['kind'], { colour: string; icon: IconName }> = {
  error: { colour: 'text-toast-error', icon: 'cross-circle' },
  info: { colour: 'text-toast-info', icon: 'info' },
  success: { colour: 'text-toast-success', icon: 'check-circle' }
}

/** Dismissing a toast also blurs its button; the blur handler must not show the toast again. */
function isShown(id: number | string): boolean {
  return sonner.getToasts().some(toast => toast.id === id)
}

/** The toasts that a newer one replaces, until they are gone. */
const replaced = new Set<number | string>()

/** Shows a toast, or updates the one with this id. A focused toast does not time out. */
function showToast(
  toast: Toast,
  id?: number | string,
  duration = toast.action ? Number.POSITIVE_INFINITY : TOAST_MS
): number | string {
  return sonner.custom(
    shown => (
      <div className="toast">
        <span className={KIND_STYLES[toast.kind].colour}>
          <Icon name={KIND_STYLES[toast.kind].icon} />
        </span>
        <p>{toast.sentence}</p>
        {toast.action && (
          <button className="toast-action" onClick={toast.action.onPress} type="button">
            {toast.action.label}
          </button>
        )}
        <button
          aria-label={appShellText.dismiss}
          onBlur={() => isShown(shown) && showToast(toast, shown)}
          onClick={() => sonner.dismiss(shown)}
          onFocus={() => showToast(toast, shown, Number.POSITIVE_INFINITY)}
          type="button"
        >
          <Icon name="cross" size="s" />
        </button>
      </div>
    ),
    {
      duration,
      onDismiss: dismissed => replaced.delete(dismissed.id) || toast.action?.onDismiss?.(),
      unstyled: true,
      ...(id !== undefined && { id })
    }
  )
}

/** Toasts pause while the pointer is over them. Ignore a resting pointer under which a toast appears. */
function ignoreStillPointer(event: MouseEvent): void {
  if (event.movementX === 0 && event.movementY === 0) event.stopImmediatePropagation()
}

function dismissOnEscape({ defaultPrevented, key }: KeyboardEvent): void {
  if (key === 'Escape' && !defaultPrevented && !document.querySelector('dialog:modal')) sonner.dismiss()
}

export function renderToasts(region: HTMLElement): void {
  addEventListener('keydown', dismissOnEscape)
  for (const kind of ['mousemove', 'mouseover'] as const) region.addEventListener(kind, ignoreStillPointer, true)
  keepOffButtons(region)
  createRoot(region).render(<Toasts />)
}

interface ShownToast extends Toast {
  id: number | string
}

/**
 * Shows the toasts of the store, newest nearest the corner. A fourth toast or a repeated message replaces an older one.
 */
export function Toasts() {
  const waiting = useStore($toasts)
  const dismissals = useStore($dismissals)
  const shown = useRef<ShownToast[]>([])

  // biome-ignore lint/correctness/useExhaustiveDependencies: It runs again with each dismissal.
  useEffect(() => {
    for (const { action, id } of shown.current) if (!action) sonner.dismiss(id)
    shown.current = shown.current.filter(({ action }) => action)
  }, [dismissals])

  useEffect(() => {
    // Read the store again: a toast may have been added since this render, and the store is emptied next.
    const newToasts = waiting.length > 0 ? $toasts.get() : []
    if (newToasts.length === 0) return
    $toasts.set([])
    for (const toast of newToasts) {
      const kept = shown.current.filter(older => older.sentence !== toast.sentence).slice(1 - TOASTS_VISIBLE)
      for (const { id } of shown.current.filter(older => !kept.includes(older))) {
        replaced.add(id)
        sonner.dismiss(id)
      }
      shown.current = [...kept, { ...toast, id: showToast(toast) }]
    }
  }, [waiting])

  return (
    <>
      {/*
        Loaded as a separate file: a normal import would add it to every page. With a precedence, React puts it into the
        head, so that the region can be moved.
      */}
      <link href={styles} precedence="default" rel="stylesheet" />
      <Corner
        expand
        gap={8}
        position="bottom-right"
        // The surrounding region is already live; a second one would announce everything twice.
        ref={section => section?.removeAttribute('aria-live')}
        visibleToasts={TOASTS_VISIBLE}
      />
    </>
  )
}

const KEEP_VISIBLE = '.btn-primary, [data-support], :focus-visible'
const STEP_PX = 8

/** Where elements to keep visible stand behind or above the column of the toasts. */
function spansToKeep(toaster: HTMLElement): { bottom: number; top: number }[] {
  const column = toaster.getBoundingClientRect()
  return [...document.querySelectorAll(KEEP_VISIBLE)]
    .filter(element => !toaster.contains(element))
    .map(element => element.getBoundingClientRect())
    .filter(({ height, left, right }) => height > 0 && left < column.right && right > column.left)
}

/** Moves the toasts up to the lowest place of the screen's lower half where they cover no primary button. */
function placeToasts(toaster: HTMLElement): void {
  const toasts = [...toaster.querySelectorAll<HTMLElement>('[data-sonner-toast]:not([data-removed="true"])')]
  if (toasts.length === 0) return
  toaster.style.translate = ''
  const { bottom } = toaster.getBoundingClientRect()
  const height = toasts.reduce((sum, toast) => sum + toast.offsetHeight + STEP_PX, 0)
  const buttonSpans = spansToKeep(toaster)
  const covers = (rise: number) =>
    buttonSpans.some(span => span.top < bottom - rise && span.bottom > bottom - rise - height)
  for (let rise = 0; bottom - rise > innerHeight / 2; rise += STEP_PX) {
    if (covers(rise)) continue
    toaster.style.translate = `0 ${-rise}px`
    return
  }
}

/** Keeps the toasts in this region off the page's primary buttons, also while the page scrolls. */
function keepOffButtons(region: HTMLElement): void {
  const position = () => {
    const toaster = region.querySelector('ol')
    if (toaster) placeToasts(toaster)
  }
  const attributeFilter = ['data-mounted', 'data-removed']
  new MutationObserver(position).observe(region, { attributeFilter, childList: true, subtree: true })
  addEventListener('scroll', position, { capture: true, passive: true })
  addEventListener('resize', position)
}
