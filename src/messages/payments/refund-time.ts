/** How long banks take to credit a refund, in the middle of a sentence. */
export const refundTime = '5 to 7 working days'
