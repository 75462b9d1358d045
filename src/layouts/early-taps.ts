// A tap on a part of the page that is drawn but not yet alive is kept, and given to it once it is. A form sent that
// early would leave the page instead, with all that was typed.

const ASLEEP = 'astro-island[ssr]'

let waiting: HTMLElement | null = null

function keep(event: Event): void {
  const { target } = event
  // An icon in a button is no HTMLElement.
  if (!(target instanceof Element) || !target.closest(ASLEEP)) return
  if (event.type === 'submit') event.preventDefault()
  waiting = target.closest<HTMLElement>('button') ?? waiting
}

addEventListener('click', keep, true)
addEventListener('submit', keep, true)

addEventListener(
  'astro:hydrate',
  ({ target }) => {
    const tapped = waiting
    if (!tapped || !(target instanceof Node) || !target.contains(tapped)) return
    waiting = null
    // React answers from the next task on.
    setTimeout(() => tapped.click())
  },
  true
)
