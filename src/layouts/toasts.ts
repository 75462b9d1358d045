import { TOAST_MS, TOASTS_VISIBLE } from '#domain/constants.ts'
import { $toasts, showCarriedToasts } from '#stores/app/toasts.ts'

// The corner where toasts are said. What draws them is loaded with the first one.

const region = document.querySelector<HTMLElement>('[data-toasts]')

/** A toast waits while it is pointed at; one that came up under a resting pointer was not pointed at. */
function ignoreResting(event: MouseEvent): void {
  if (event.movementX === 0 && event.movementY === 0) event.stopImmediatePropagation()
}

/** Into the top layer, above a dialog that has opened meanwhile: its scrim would hide what is said. */
function raise(corner: HTMLElement): void {
  if (!('showPopover' in corner)) return
  if (corner.matches(':popover-open')) {
    if (!document.querySelector('dialog:modal')) return
    corner.hidePopover()
  }
  corner.showPopover()
}

const corners = () => import('#islands/ui/feedback/toast-corner.tsx')

/** Where the network did not even bring what draws toasts: the same sentences, plainly. */
function sayPlainly(corner: HTMLElement): void {
  const plain = corner.appendChild(document.createElement('div'))
  plain.className = 'plain-toasts'
  let timer: ReturnType<typeof setTimeout> | undefined
  $toasts.subscribe(waiting => {
    const sentences = [...new Set(waiting.map(({ sentence }) => sentence))].slice(-TOASTS_VISIBLE)
    plain.replaceChildren(
      ...sentences.map(textContent => Object.assign(document.createElement('p'), { className: 'toast', textContent }))
    )
    clearTimeout(timer)
    if (sentences.length > 0) timer = setTimeout(() => $toasts.set([]), TOAST_MS)
  })
}

function sayIn(corner: HTMLElement): void {
  let isAsked = false
  for (const kind of ['mousemove', 'mouseover'] as const) corner.addEventListener(kind, ignoreResting, true)
  raise(corner)
  $toasts.subscribe(waiting => {
    if (waiting.length === 0) return
    raise(corner)
    if (isAsked) return
    isAsked = true
    void corners().then(
      ({ drawToasts }) => drawToasts(corner),
      () => sayPlainly(corner)
    )
  })
  showCarriedToasts()
}

if (region) sayIn(region)
