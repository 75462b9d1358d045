import { $supportChat } from '#stores/app/support.ts'

// Updates the support link on pages that load their scooter in the browser, and keeps it off the controls and prices of
// the page: it hides while the page scrolls, and comes back at the lowest place where it covers none.

const link = document.querySelector<HTMLAnchorElement>('[data-support]')

$supportChat.listen(chat => {
  if (link && chat) link.href = chat
})

const KEEP_VISIBLE = 'a, button, input, label, select, summary, textarea, .numeric'
const STEP_PX = 8
/** The rest after scrolling or a change of the page's size before the button comes back. */
const REST_MS = 250
/** Points of the button, as shares of its size: closer than a line of text is high. */
const SHARES = [0, 0.25, 0.5, 0.75, 1]

/** Whether the button would cover a control or a number if it were this much higher. */
function covers(button: HTMLElement, { height, left, top, width }: DOMRect, up: number): boolean {
  return SHARES.some(x =>
    SHARES.some(y =>
      document
        .elementsFromPoint(left + x * width, top + y * height - up)
        .find(element => !button.contains(element))
        ?.closest(KEEP_VISIBLE)
    )
  )
}

function position(button: HTMLElement): void {
  button.style.translate = ''
  const home = button.getBoundingClientRect()
  let up = 0
  while (up < home.top / 2 && covers(button, home, up)) up += STEP_PX
  // A page without any free place keeps the button where riders expect it.
  if (up < home.top / 2) button.style.translate = `0 ${-up}px`
  delete button.dataset.aside
}

function keepOffControls(button: HTMLElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const placeSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => position(button), REST_MS)
  }
  const hide = () => {
    button.dataset.aside = ''
    placeSoon()
  }
  addEventListener('scroll', hide, true)
  // Also runs once at the beginning.
  new ResizeObserver(placeSoon).observe(document.body)
}

if (link) keepOffControls(link)
