import { logOut } from '#stores/session/session.ts'

// What the bar at the top does, on riders' pages and in the portal: too little to wait for more than this.

for (const button of document.querySelectorAll('[data-log-out]')) button.addEventListener('click', () => void logOut())

const toggle = document.querySelector<HTMLElement>('[data-menu-toggle]')
const panel = document.querySelector<HTMLElement>('[data-menu]')

function showMenu(isOpen: boolean): void {
  toggle?.setAttribute('aria-expanded', String(isOpen))
  panel?.toggleAttribute('hidden', !isOpen)
}

toggle?.addEventListener('click', () => showMenu(toggle.getAttribute('aria-expanded') === 'false'))

// Escape is meant for whatever in the bar has the focus.
toggle?.closest('header')?.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || toggle.getAttribute('aria-expanded') === 'false') return
  showMenu(false)
  toggle.focus()
})
