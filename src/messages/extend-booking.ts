import { EXTENSION_HOURS } from '#domain/bookings/extension.ts'

export const cannotExtend = 'This booking can no longer be extended'
export const scooterLeavesService = 'The scooter is not available after your ride'
export const invalidExtensionHours = `Choose from ${EXTENSION_HOURS.min} to ${EXTENSION_HOURS.max} hours`
