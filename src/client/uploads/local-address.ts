/** An address within this page, for bytes that lie nowhere else; to be freed when they are not shown any more. */
export function createObjectUrl(bytes: Blob): string {
  return URL.createObjectURL(bytes)
}

export function revokeObjectUrl(url: string): void {
  URL.revokeObjectURL(url)
}
