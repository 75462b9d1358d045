// A device without a connection.

export const offline = 'You are offline. Nothing you entered is lost.'
export const offlineTitle = 'You are offline'
export const offlineText = "This page will load when you're back online."
export const checkConnection = 'Check your connection and try again.'
