// What is done on a part of the page that is drawn but not yet alive is kept, and given to it once it is: the last tap on
// a button, what is typed and what is chosen. A form sent that early would leave the page instead, with all of it.

const ASLEEP = 'astro-island[ssr]'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

let tapped: HTMLElement | null = null
const fields = new Map<Field, boolean | string>()

/** An icon in a button is no HTMLElement. */
function isAsleep(target: EventTarget | null): target is Element {
  return target instanceof Element && target.closest(ASLEEP) !== null
}

function isField(target: Element): target is Field {
  return target.matches('input, select, textarea')
}

function isTicked(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio'
}

function keepTap(event: Event): void {
  if (!isAsleep(event.target)) return
  if (event.type === 'submit') event.preventDefault()
  tapped = event.target.closest<HTMLElement>('button') ?? tapped
}

function keepField({ target }: Event): void {
  if (isAsleep(target) && isField(target)) fields.set(target, isTicked(target) ? target.checked : target.value)
}

function tell(field: Field, what: string): void {
  field.dispatchEvent(new Event(what, { bubbles: true }))
}

/** React takes for news what differs from what a script has set last. */
function give(field: Field, kept: boolean | string): void {
  // For an event like this one, React makes what it meets alive at once; until then it has seen nothing set.
  tell(field, 'keyup')
  if (isTicked(field)) {
    field.checked = !kept
    field.click()
  } else if (field.type === 'file') {
    tell(field, 'change')
  } else if (field instanceof HTMLSelectElement) {
    field.value = String(kept)
    tell(field, 'change')
  } else {
    field.value = `${kept} `
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, kept)
    tell(field, 'input')
  }
}

addEventListener('click', keepTap, true)
addEventListener('submit', keepTap, true)
addEventListener('input', keepField, true)

addEventListener(
  'astro:hydrate',
  ({ target }) => {
    const isIn = (kept: Element) => target instanceof Node && target.contains(kept)
    const due = [...fields].filter(([field]) => isIn(field))
    const tap = tapped && isIn(tapped) ? tapped : null
    for (const [field] of due) fields.delete(field)
    if (tap) tapped = null
    // React answers from the next task on.
    setTimeout(() => {
      for (const [field, kept] of due) give(field, kept)
      tap?.click()
    })
  },
  true
)
