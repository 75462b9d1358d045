// The steps before a support chat, about a PIN that does not unlock the scooter.

export const helpTitle = 'PIN not working?'
export const enterAgain = 'Enter the six digits once more, slowly:'
export const contactUs = 'If it still does not work, or for any other question, contact us and tell us your reference:'
export const chatWithUs = 'Chat with us'
export const close = 'Close'

/** `place` is the property with its parking note, as far as they are known. */
export function checkScooter(scooter: string, place: string): string {
  return `Check that this is the right scooter: ${[scooter, place].filter(Boolean).join(', ')}.`
}

export function checkTime(ride: string): string {
  return `Check that your ride has started: ${ride}.`
}
