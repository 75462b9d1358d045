// What the portal's forms and dialogs share.

/** The reason that an admin gives for a change. */
export const reason = 'Reason'
export const reasonHint = 'Recorded in the activity log.'
export const noChanges = 'No changes to update'
export const discardQuestion = 'Discard your changes?'
export const discardText = 'Your changes have not been saved.'
export const discard = 'Discard'
export const showBookings = 'Show bookings'
export const keepEditing = 'Keep editing'
export const deleting = 'Deleting...'

/** Shown when unreadable input in a number field was replaced. */
export function notANumber(replacement: number): string {
  return `That is not a number. The field was set to ${replacement}.`
}

/** Why a property, a scooter or a rider cannot be deleted, and a scooter not moved to another property. */
export function openRidesText(count: number): string {
  const rides = count === 1 ? '1 paid ride is' : `${count} paid rides are`
  return `${rides} not over. Cancel or return ${count === 1 ? 'it' : 'them'} first.`
}
