/** 'static': every rider of a scooter gets the same PIN. 'rotate': the PIN changes after each ride. */
export const PIN_MODES = ['static', 'rotate'] as const
export type PinMode = (typeof PIN_MODES)[number]
export const DEFAULT_PIN_MODE: PinMode = 'static'

/** Minutes before the start from which on riders read the PIN. Without them, riders read it from the payment on. */
export const PIN_LEAD_LIMITS: readonly [min: number, max: number] = [15, 1440]
