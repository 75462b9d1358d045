// What the card provider is told; nobody else reads it.
export const notSigned = 'Not signed by the provider'
export const accepted = 'Taken'
export const nothingToDo = 'Nothing to do'
