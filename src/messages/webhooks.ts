// Responses to the provider's webhooks; no user sees them.
export const notSigned = 'Not signed by the provider'
export const accepted = 'Accepted'
export const nothingToDo = 'Nothing to do'
