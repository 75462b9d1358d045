// A file of its own, so that no screen loads the texts of another.

/** Shown to a rider whose property was deleted. */
export const propertyClosed = 'This property is no longer available. Choose another property to book scooters.'
