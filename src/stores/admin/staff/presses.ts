import { atom } from 'nanostores'

// What the buttons of the staff know of a round without a network (round.ts). Apart, so that every list can show it.

/** There is none: only what the device keeps can be pressed. */
export const $withoutNetwork = atom(false)

export interface PressOf {
  /** Of the scooter, the problem or the ride. */
  id: string
  kind: 'changed' | 'fixed' | 'returned'
}

/** What the account has pressed, and this device has not sent yet. */
export const $presses = atom<readonly PressOf[]>([])
