/** Creates an object URL for bytes in memory. Revoke it when they are no longer shown. */
export function createObjectUrl(bytes: Blob): string {
  return URL.createObjectURL(bytes)
}

export function revokeObjectUrl(url: string): void {
  URL.revokeObjectURL(url)
}
