import type { KeyboardEvent, ReactNode } from 'react'
import type { FocusTarget } from '#stores/booking/book.ts'

// Layout boxes shared by the loaded page and its skeleton.

export function BookingColumns({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-7 lg:grid-cols-[minmax(0,1fr)_360px] lg:items-start lg:gap-6">
      {children}
    </div>
  )
}

export function MainColumn({ children }: { children: ReactNode }) {
  return <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-7">{children}</div>
}

/** The picture on the left of the title; on wide screens, of the whole text. */
export function ScooterFrame({ children }: { children: ReactNode }) {
  return (
    <section className="card grid grid-cols-[min(128px,35vw)_minmax(0,1fr)] overflow-hidden md:grid-cols-[260px_minmax(0,1fr)]">
      {children}
    </section>
  )
}

/** On phones, the format of the photos, so that nothing is cropped. */
export const IMAGE_ASPECT = 'aspect-4/3 md:aspect-auto'

export function ScooterDetails({ children, title }: { children: ReactNode; title: ReactNode }) {
  return (
    <div className="contents min-w-0 content-start gap-2.5 md:grid md:p-4">
      {/* Stacked on phones, because the fallback font could put the badge beside the name and Figtree below it. */}
      <div className="grid min-h-[31px] justify-items-start gap-x-3 gap-y-1.5 self-center px-3.5 md:flex md:flex-wrap md:items-center md:justify-between md:self-auto md:px-0">
        {title}
      </div>
      <div className="col-span-2 grid gap-2.5 p-3.5 md:col-span-1 md:p-0">{children}</div>
    </div>
  )
}

/** Without a border on phones, a card from 760 px. */
export function BookingDetails({ children }: { children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-5 md:rounded-card md:border md:border-line md:bg-surface md:p-5">
      {children}
    </section>
  )
}

/** Fixed to the bottom on phones; the footer of the summary card from 760 px. */
export function BookingBar({ children }: { children: ReactNode }) {
  return <div className="bottom-bar">{children}</div>
}

/** Scrolls horizontally to the screen edges, so that a cut-off day shows that there are more. */
export const DAY_STRIP =
  'grid [scroll-snap-type:x_proximity] scroll-px-[16px] auto-cols-[minmax(60px,max-content)] grid-flow-col gap-2 overflow-x-auto [scrollbar-width:none] -mx-[16px] px-[16px] -my-1.5 py-1.5 md:-mx-1.5 md:px-1.5 md:scroll-px-1.5'

interface SectionHeadingProps {
  children: ReactNode
  id?: string
  /** The id of the control that the heading labels. */
  labelFor?: string
  title: string
}

/** A heading with content on its right. */
export function SectionHeading({ children, id, labelFor, title }: SectionHeadingProps) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-3">
      <h3 className="max-w-2/5 shrink-0" id={id}>
        {labelFor ? <label htmlFor={labelFor}>{title}</label> : title}
      </h3>
      {children}
    </div>
  )
}

/** The id of the element to focus for each target. */
export const FOCUS_TARGET_IDS: Record<FocusTarget, string> = {
  offer: 'booking-offer',
  time: 'booking-start-time',
  block: 'booking-block',
  payment_error: 'booking-payment-error'
}

export function scrollToTarget(target: FocusTarget): void {
  const element = document.getElementById(FOCUS_TARGET_IDS[target])
  const part = element?.closest('section, aside') ?? element
  part?.scrollIntoView({ block: 'center' })
  element?.focus({ preventScroll: true })
}

interface RadioCardProps {
  checked: boolean
  children: ReactNode
  className: string
  name: string
  onChoose: () => void
  disabled?: boolean
  id?: string | undefined
  /** The accessible name, if the visible text is unsuitable for screen readers. */
  label?: string
}

/** For the `onKeyDown` of a radio group: Home and End select its first and last free choice. Arrows work natively. */
export function selectFirstOrLast(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Home' && event.key !== 'End') return
  event.preventDefault()
  const free = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:enabled')]
  const target = free.at(event.key === 'Home' ? 0 : -1)
  target?.focus()
  target?.click()
}

/** A native radio button with the size of its card, so that keyboard, touch and screen readers work natively. */
export function RadioCard({ checked, children, className, disabled, id, label, name, onChoose }: RadioCardProps) {
  return (
    <label className={`radio-card ${className}`}>
      <input
        aria-label={label}
        checked={checked}
        disabled={disabled}
        id={id}
        name={name}
        onChange={onChoose}
        type="radio"
      />
      {children}
    </label>
  )
}
