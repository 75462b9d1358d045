// Replays what a rider did on an island before React hydrated it: the last tap (layouts/base.astro), typed text and
// selections.

const FIELDS = 'input, select, textarea'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function isCheckable(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio'
}

function fieldValue(field: Field): boolean | string {
  return isCheckable(field) ? field.checked : field.value
}

/** Whether a field differs from what the server rendered. Of radio buttons, it is the chosen one. */
function isChanged(field: Field): boolean {
  if (field.type === 'radio') return fieldValue(field) === true && !(field as HTMLInputElement).defaultChecked
  if (isCheckable(field)) return field.checked !== field.defaultChecked
  if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue
  const rendered = [...field.options].findIndex(({ defaultSelected }) => defaultSelected)
  return field.selectedIndex !== Math.max(0, rendered)
}

/**
 * Islands whose components React has certainly hydrated. Astro removes `ssr` when hydration starts, not when it ends.
 */
const hydratedIslands = new WeakSet<Element>()

/**
 * The first change of an island may arrive while React hydrates it. React then resets a choice before it calls the
 * handler, so the choice is replayed; choosing twice does no harm, but a checkbox would toggle twice. Typed text needs
 * no replay, because the key press before it ends the hydration.
 */
function replayChoice({ target: field }: Event): void {
  const isChoice = field instanceof HTMLSelectElement || (field instanceof HTMLInputElement && field.type === 'radio')
  const island = isChoice && field.closest('astro-island:not([ssr])')
  if (!island || hydratedIslands.has(island)) return
  const value = fieldValue(field)
  hydrateAt(field, island)
  replayField(field, value)
}

function dispatch(on: Element, type: string): void {
  on.dispatchEvent(new Event(type, { bubbles: true }))
}

/** A 'keyup' event makes React hydrate the component at once. Until then, it tracks no values. */
function hydrateAt(element: Element, island: Element): void {
  dispatch(element, 'keyup')
  hydratedIslands.add(island)
}

function isField(element: Element): element is Field {
  return element.matches(FIELDS)
}

/** What React renders alike each time, unlike ids and the names of radio buttons. */
function kindOf(element: HTMLElement): string {
  return isField(element) ? `${element.type} ${element.autocomplete}` : element.className
}

/**
 * React hydrates exactly the elements of the server. If a browser extension has added another, such as a button beside
 * a field, React renders the island anew. Returns a function that finds what then stands in the place of the element.
 */
function placeOf<T extends HTMLElement>(element: T, island: Element): () => T | undefined {
  const kind = kindOf(element)
  const alike = () => [...island.querySelectorAll<T>(element.localName)].filter(each => kindOf(each) === kind)
  const index = alike().indexOf(element)
  return () => (element.isConnected ? element : alike()[index])
}

/** The files of a field that React has rendered anew stay with the old one. */
function keepFiles(from: Field, to: Field): void {
  if (from !== to && to.type === 'file') (to as HTMLInputElement).files = (from as HTMLInputElement).files
}

/** React ignores a value that equals the one that a script has set last. */
function replayField(field: Field, value: boolean | string): void {
  if (isCheckable(field)) {
    field.checked = !value
    field.click()
  } else if (field.type === 'file') {
    dispatch(field, 'change')
  } else if (field instanceof HTMLSelectElement) {
    field.value = String(value)
    dispatch(field, 'change')
  } else {
    field.value = `${value} `
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
    dispatch(field, 'input')
  }
}

addEventListener('input', replayChoice, true)

addEventListener(
  'astro:hydrate',
  ({ target: island }) => {
    if (!(island instanceof Element)) return
    const inIsland = (element: Element | null | undefined) =>
      element instanceof HTMLElement && island.contains(element) ? element : undefined
    const fields = [...island.querySelectorAll<Field>(FIELDS)]
      .filter(isChanged)
      .map(field => ({ field, findAgain: placeOf(field, island), value: fieldValue(field) }))
    const focused = inIsland(document.activeElement)
    const findFocused = focused && placeOf(focused, island)
    const tapped = inIsland(window.earlyTap)
    const findTapped = tapped && placeOf(tapped, island)
    if (tapped) delete window.earlyTap
    // React handles events only from the next task on.
    setTimeout(() => {
      for (const element of [...fields.map(({ field }) => field), focused, tapped])
        if (element) hydrateAt(element, island)
      // A choice may change which others there are, so all are found before.
      const found = fields.map(each => ({ ...each, again: each.findAgain() }))
      for (const { again, field, value } of found) {
        if (!again) continue
        keepFiles(field, again)
        replayField(again, value)
      }
      if (focused?.isConnected === false) findFocused?.()?.focus()
      if (tapped) window.showPressed?.(null)
      findTapped?.()?.click()
    })
  },
  true
)
