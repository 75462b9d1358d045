// A round without a network: what is pressed waits on the device, and is sent later.

export const saved = 'Saved. Sent when there is a network.'
export const takeBack = 'Take back'

/** Of a press that the server has refused. */
export const refused = (scooter: string, reason: string) => `${scooter}: ${reason}`

/** The lock has a PIN that is no longer the one to set. */
export const pinOutdated = (scooter: string, pin: string) =>
  `${scooter}: the PIN to set has changed. Its lock has ${pin}; set the new one.`

/** Whoever has pressed cannot send it any more. */
export const tellOwner = (scooter: string, pin: string) => `${scooter}: tell the owner that its lock has ${pin}.`

export const staysInMaintenance = (scooter: string) => `${scooter} stays in maintenance until there is a network.`
