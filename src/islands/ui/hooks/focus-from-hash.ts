/** A ref for the container of a control: focuses the control if the URL's hash is the container's id. */
export function focusFromHash(container: HTMLElement | null): void {
  if (container && location.hash === `#${container.id}`) container.querySelector<HTMLElement>('input, select')?.focus()
}
