// API responses about the rules of a property.

/** 'From 0 to 100', or 'From 0 to 120, in steps of 30' */
export const outOfRange = (min: number, max: number, step = 1) =>
  `From ${min} to ${max}${step > 1 ? `, in steps of ${step}` : ''}`
export const invalidSupportPhone = 'Enter the number with its country code, for example +91 98450 12345'
export const unknownPinMode = 'Choose whether the PIN stays the same or changes after each ride'
