// The pages for 404 and 500.

export const notFoundTitle = 'Page not found'
export const notFoundText = 'This page does not exist or has moved.'
export const errorTitle = 'Something went wrong'
export const errorText = 'The problem is on our side. Please try again in a minute.'

export function errorCode(code: number): string {
  return `Error ${code}`
}
