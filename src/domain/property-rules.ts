/** 'static': every rider of a scooter gets the same PIN. 'rotate': the PIN changes after each ride. */
export const PIN_MODES = ['static', 'rotate'] as const
