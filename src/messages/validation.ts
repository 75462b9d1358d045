// Invalid fields that several calls and forms share.

export const required = 'Field required'
export const notText = 'Must be text'
export const tooLong = 'Too long'
export const invalidEmail = 'Please enter a valid email'
export const unknownProperty = 'Please choose a property from the list'
export const invalidDate = 'Please enter a valid date'
