import { supportRequest } from '#messages/common.ts'
import { $supportScooter, supportChatUrl } from '#stores/app/support.ts'

// Updates the support link on pages that load their scooter in the browser, and keeps it off the controls and prices of
// the page: it hides while the page scrolls, and comes back at the lowest place where it covers none.

const link = document.querySelector<HTMLAnchorElement>('[data-support]')

$supportScooter.listen(scooter => {
  const chat = supportChatUrl(supportRequest(scooter))
  if (link && chat) link.href = chat
})

const KEEP_VISIBLE = 'a, button, input, label, select, summary, textarea, .numeric'
const STEP_PX = 8
/** The rest after scrolling or a change of the page before the button comes back. */
const REST_MS = 250

/** Whether the button would cover a control or a number if it were this much higher. */
function covers(button: HTMLElement, { bottom, left, right, top }: DOMRect, up: number): boolean {
  const middle = [(left + right) / 2, (top + bottom) / 2] as const
  return [left, middle[0], right].some(x =>
    [top, middle[1], bottom].some(y =>
      document
        .elementsFromPoint(x, y - up)
        .find(element => !button.contains(element))
        ?.closest(KEEP_VISIBLE)
    )
  )
}

function place(button: HTMLElement): void {
  button.style.translate = ''
  const home = button.getBoundingClientRect()
  const highest = home.top / 2
  let up = 0
  while (up < highest && covers(button, home, up)) up += STEP_PX
  // A page without any free place keeps the button where riders expect it.
  if (up > 0 && up < highest) button.style.translate = `0 ${-up}px`
  delete button.dataset.aside
}

function keepOffControls(button: HTMLElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const placeSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => place(button), REST_MS)
  }
  const hideAndPlace = () => {
    if (document.activeElement !== button) button.dataset.aside = ''
    placeSoon()
  }
  addEventListener('scroll', hideAndPlace, { capture: true, passive: true })
  addEventListener('resize', placeSoon)
  new MutationObserver(placeSoon).observe(document.body, { childList: true, subtree: true })
  placeSoon()
}

if (link) keepOffControls(link)
