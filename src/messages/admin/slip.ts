// The PIN of a ride, for a rider who cannot read it.

export const failed = 'Failed to load the PIN'
export const showPin = 'Show PIN'
export const title = 'PIN for the rider'
export const questions = (phone: string) => `Questions: ${phone}`
