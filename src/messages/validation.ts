// Invalid fields that several calls and forms share.

export const required = 'Please fill in this field'
export const notText = 'This must be text'
export const tooLong = 'This is too long'
export const invalidEmail = 'Please enter a valid email'
export const unknownProperty = 'Please choose a property from the list'
export const invalidDate = 'Please enter a valid date'
export const invalidPage = 'This page does not exist'
export const unknownFilter = 'This list has no such filter'
