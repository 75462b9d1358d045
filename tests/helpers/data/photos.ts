/** As the browser answers for a file that was changed or deleted after it was chosen. */
export function makeUnreadable(photo: File): void {
  photo.slice = () => {
    const unreadable = new Blob()
    unreadable.arrayBuffer = () =>
      Promise.reject(new DOMException('A requested file could not be found.', 'NotFoundError'))
    return unreadable
  }
}

/** The first bytes of each type of picture. */
export const SIGNATURES = {
  avif: '\0\0\0\x20ftypavif\0\0\0\0avifmif1miafMA1B',
  bmp: 'BM6\0\0\0',
  gif: 'GIF89a',
  heic: '\0\0\0\x18ftypheic\0\0\0\0mif1heic',
  jpeg: Uint8Array.of(0xff, 0xd8, 0xff, 0xe0),
  png: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
} as const
