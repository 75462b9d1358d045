// The steps before a support chat, about a PIN that does not unlock the scooter.

export const helpTitle = 'PIN not working?'
export const enterAgain = 'Enter the six digits again, slowly:'
export const contactUs = 'Still not working, or another question? Contact us with your reference:'

interface Place {
  parking_note?: string | null | undefined
  property_name?: string | null | undefined
}

/** Names the place as far as it is known. */
export function checkScooter(scooter: string, { parking_note, property_name }: Place): string {
  return `Check that this is the right scooter: ${[scooter, property_name, parking_note].filter(Boolean).join(', ')}.`
}

export function checkTime(ride: string): string {
  return `Check that your ride has started: ${ride}.`
}
