// A device without a connection.

export const offline = "You're offline. Nothing you entered is lost."
export const offlineTitle = "You're offline"
export const offlineText = "This page will load when you're back online."
export const checkConnection = 'Check your connection and try again.'
