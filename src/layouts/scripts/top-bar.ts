import { signOut } from '#stores/session/session.ts'

// Scripts of the top bar, for riders' pages and the portal. They have no dependencies worth waiting for.

for (const button of document.querySelectorAll('[data-log-out]')) button.addEventListener('click', () => void signOut())

const toggle = document.querySelector<HTMLElement>('[data-menu-toggle]')
const panel = document.querySelector<HTMLElement>('[data-menu]')

function showMenu(isOpen: boolean): void {
  toggle?.setAttribute('aria-expanded', String(isOpen))
  panel?.toggleAttribute('hidden', !isOpen)
}

toggle?.addEventListener('click', () => showMenu(toggle.getAttribute('aria-expanded') === 'false'))

// Escape closes the menu only while the focus is inside the bar.
toggle?.closest('header')?.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || toggle.getAttribute('aria-expanded') === 'false') return
  showMenu(false)
  toggle.focus()
})
