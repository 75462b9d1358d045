// Records input on islands that are not hydrated yet, and replays it after hydration: the last tap, typed text and
// selections. A form submitted that early is blocked, because it would reload the page and lose the input.

const UNHYDRATED = 'astro-island[ssr]'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

let lastTapped: HTMLElement | null = null
const recordedFields = new Map<Field, boolean | string>()

/** An icon inside a button is an SVGElement, so check for Element instead of HTMLElement. */
function isUnhydrated(target: EventTarget | null): target is Element {
  return target instanceof Element && target.closest(UNHYDRATED) !== null
}

function isField(target: Element): target is Field {
  return target.matches('input, select, textarea')
}

function isCheckable(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio'
}

function recordTap(event: Event): void {
  if (!isUnhydrated(event.target)) return
  if (event.type === 'submit') event.preventDefault()
  lastTapped = event.target.closest<HTMLElement>('button') ?? lastTapped
}

function fieldValue(field: Field): boolean | string {
  return isCheckable(field) ? field.checked : field.value
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
function recordField({ target }: Event): void {
  const island = target instanceof Element && target.closest('astro-island')
  if (!island || !isField(target) || hydratedIslands.has(island)) return
  if (island.matches(UNHYDRATED)) recordedFields.set(target, fieldValue(target))
  else if (target.type === 'radio' || target instanceof HTMLSelectElement) replayField(target, fieldValue(target))
}

function dispatch(on: Node, type: string): void {
  on.dispatchEvent(new Event(type, { bubbles: true }))
}

// React hydrates exactly the elements of the server. If a browser extension has added another, such as a button beside
// a field, React would render the page anew, without what was typed. So the changes of others are undone before.

const { observer, records } = window.pageChanges
/** How many of them the parser may have made. Scripts of this kind run when it has ended. */
const earlyCount = records.push(...observer.takeRecords())

const isComment = ({ nodeType }: Node) => nodeType === Node.COMMENT_NODE

/** The changes that are not the parser's, which only appends, and only to elements that are still open. */
function foreignChanges(): MutationRecord[] {
  let lastParsed: Node = document.head
  return records.filter(({ addedNodes, nextSibling, removedNodes, target }, index) => {
    const added = addedNodes[addedNodes.length - 1]
    const isOpen = index < earlyCount && (target.contains(lastParsed) || !lastParsed.isConnected)
    if (added && !nextSibling && isOpen) lastParsed = added
    // React ignores comments, and keeps what a translator has put in the place of a text (islands/ui/jsx-runtime.ts).
    const isHarmless = [...addedNodes, ...removedNodes].every(isComment) || added?.nodeName === 'FONT'
    return added !== lastParsed && !isHarmless
  })
}

const preparedIslands = new WeakSet<Element>()

/**
 * Before the first event that makes React hydrate an island. React then does so in the same task, because an extension
 * may add its elements again.
 */
function undoForeignChanges(island: Element): void {
  if (preparedIslands.has(island)) return
  preparedIslands.add(island)
  records.push(...observer.takeRecords())
  const undone = foreignChanges().filter(({ target }) => island.contains(target))
  for (const { addedNodes, nextSibling, removedNodes, target } of undone.reverse()) {
    for (const node of addedNodes) node.parentNode?.removeChild(node)
    for (const node of removedNodes) target.insertBefore(node, nextSibling?.parentNode === target ? nextSibling : null)
  }
  for (const { target } of undone) dispatch(target, 'keyup')
  if (document.querySelector(UNHYDRATED)) return
  observer.disconnect()
  records.length = 0
}

/** React ignores a value that equals the one that a script has set last. */
function replayField(field: Field, value: boolean | string): void {
  const island = field.closest('astro-island') as Element
  undoForeignChanges(island)
  // A 'keyup' event makes React hydrate the component at once. Until then, it tracks no values.
  dispatch(field, 'keyup')
  hydratedIslands.add(island)
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

addEventListener('click', recordTap, true)
addEventListener('submit', recordTap, true)
addEventListener('input', recordField, true)

addEventListener(
  'astro:hydrate',
  ({ target: island }) => {
    if (!(island instanceof Element)) return
    undoForeignChanges(island)
    const isInIsland = (element: Element) => island.contains(element)
    const recorded = [...recordedFields].filter(([field]) => isInIsland(field))
    const tap = lastTapped && isInIsland(lastTapped) ? lastTapped : null
    for (const [field] of recorded) recordedFields.delete(field)
    if (tap) lastTapped = null
    // React handles events only from the next task on.
    setTimeout(() => {
      for (const [field, value] of recorded) replayField(field, value)
      tap?.click()
    })
  },
  true
)
