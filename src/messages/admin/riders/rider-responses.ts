// API responses about riders.

export const riderNotFound = 'Rider not found'
export const deletedRider = 'Deleted rider'
export const riderDeleted = 'Rider deleted'
export const riderDeletedButCloud = 'Rider deleted. Now delete the licence photo in your cloud storage.'

export const riderHasDispute =
  'A payment of this rider is disputed, so the records are still needed. Try again after the decision.'

export const riderHasPendingRefund =
  'A payment or refund of this rider is still in progress. Try again when it is finished.'
