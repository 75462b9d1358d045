/** SQL: releases uploads, so that the next sweep deletes them. The condition follows. */
export const RELEASE_UPLOADS = 'UPDATE uploads SET claimed_at = NULL, created_at = 0'
