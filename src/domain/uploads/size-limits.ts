// The size limits of photos, and of forms with a photo.

export const PHOTO_FORM_MAX_BYTES = 10_485_760
/** Of a licence and of a parked scooter. */
export const RIDER_PHOTO_MAX_BYTES = 5_242_880
export const IMAGE_UPLOAD_MAX_BYTES = 5_242_880
/** A form's fields and delimiters, without its file. */
export const FORM_FIELDS_MAX_BYTES = 64 * 1024
export const FORM_MAX_BYTES = IMAGE_UPLOAD_MAX_BYTES + FORM_FIELDS_MAX_BYTES
