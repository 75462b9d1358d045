/** An address within this page, for bytes that lie nowhere else; to be freed when they are not shown any more. */
export function localAddress(bytes: Blob): string {
  return URL.createObjectURL(bytes)
}

export function freeAddress(url: string): void {
  URL.revokeObjectURL(url)
}
