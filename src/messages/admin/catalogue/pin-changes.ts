import { phoneText } from '#domain/riders/contact.ts'
import * as needsText from '#messages/admin/needs.ts'
import * as todayText from '#messages/admin/today.ts'
import * as commonText from '#messages/common.ts'

export const listDescription =
  'Set the new PIN on the lock of each scooter, then press "Changed". Until then, riders get the old PIN.'
export const scooterHeading = 'Scooter'
export const pinsHeading = 'Old and new PIN'
export const sinceHeading = 'Since'
export const statusHeading = 'Status'
export const notInUse = 'Not in use'
export const markChanged = needsText.changed
export const noPinChanges = 'No PINs to change'
export const noPinChangesText =
  'Scooters that need a new PIN appear here. To use this, let the PIN change after each ride in the rules of a property.'
export const inUseQuestion = 'Change this PIN during a ride?'
export const lateQuestion = 'Change this PIN before it is back?'
export const notYet = 'Not yet'
export const changeFailed = 'Failed to save the PIN'

export const whoKnows = 'Who knows this PIN'
export const whoKnowsText =
  'Since a PIN was set, riders and people who left can have read it. A new one waits in the list above.'
export const knownByHeading = 'Read by'
export const setHeading = 'Set'
export const renew = 'Renew'
export const renewFailed = 'Failed to renew the PIN'

/** '23 riders · 2 former colleagues' */
export const knownBy = (riders: number, colleagues: number) =>
  commonText.joinFacts(
    commonText.counted(riders, 'rider', 'riders'),
    commonText.counted(colleagues, 'former colleague', 'former colleagues')
  )

/** Who has the scooter. */
interface RiderNow {
  name: string | null
  /** Of a rider without an email: the number to call, '' if it is not known. Null: the rider gets a message. */
  phone: string | null
}

function howTold(phone: string | null): string {
  if (phone === null) return 'will be told'
  return phone === '' ? 'has no email, so call' : `has no email: call ${phoneText(phone)}`
}

export const riderWillBeTold = ({ name, phone }: RiderNow, until: string) =>
  `${name ?? 'Somebody'} rides until ${until} and ${howTold(phone)}.`

export const lateRiderWillBeTold = ({ name, phone }: RiderNow) =>
  `${name ?? 'Somebody'} is late and ${howTold(phone)}. Is it back? Press ${todayText.labels.returned} first.`

export const inUseUntil = (time: string) => `In use until ${time}`
export const changed = (scooter: string) => `PIN of ${scooter} changed`

// API responses about PINs to change.

export const pinChanged = 'PIN changed'
export const pinRenewed = 'A new PIN waits to be set'
export const pinChangeOutdated = 'The PIN to set has changed. Check the updated list.'

/** 'A ride is in progress until 8:00 pm'; null: its rider is late. */
export const scooterInUse = (until: string | null) =>
  until ? `A ride is in progress until ${until}` : 'The ride is late: nobody has returned the scooter'
