// Responses to the provider's webhooks; no rider or admin sees them.
export const notSigned = 'Not signed by the provider'
export const accepted = 'Accepted'
export const nothingToDo = 'Nothing to do'
