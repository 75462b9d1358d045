// Invalid fields that several calls and forms share.

export const required = 'Fill in this field'
export const notText = 'This must be text'
export const tooLong = 'This is too long'
export const invalidEmail = 'Enter a valid email'
export const unknownProperty = 'Choose a property from the list'
export const invalidDate = 'Enter a valid date'
export const invalidPage = 'This page does not exist'
export const unknownFilter = 'This list has no such filter'
