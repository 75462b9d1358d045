import { HARMLESS } from '#domain/disputes.ts'

// What a dispute means for giving its payment back, in SQL.

/** `('won', 'lost')`: words of the domain, never anything that was sent. */
export const inWords = (words: readonly string[]) => `(${words.map(word => `'${word}'`).join(', ')})`

/** A dispute by which the rider gets the money from his bank, or may get it, and no admin has allowed a refund as well. */
const holdsBack = (payment_id: string, also: string) => `
EXISTS (SELECT 1 FROM disputes d WHERE d.payment_id = ${payment_id} AND d.refund_allowed = 0 AND ${also})`

/** The payment is not given back by itself. */
export const IS_HELD_BACK = holdsBack('refunds.payment_id', `d.status NOT IN ${inWords(HARMLESS)}`)

/** The rider has the money: whether it is given back as well is for an admin to say. */
export const IS_LOST = holdsBack('refunds.payment_id', "d.status = 'lost'")
