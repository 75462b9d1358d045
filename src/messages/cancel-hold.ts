// Asked before a booking is given up.

export const giveUpConsequence = 'The time becomes free for other riders at once.'
export const giveUpNow = 'Give up'
export const giveUpQuestion = 'Give up this booking?'
export const givingUp = 'Giving up...'
export const keepBooking = 'Keep it'
export const holdGivenUp = 'The time is free again'
