import { vi } from 'vitest'

interface Download {
  file: Blob
  name: string
}

/** Collects the files that a page offers for download; jsdom does not support downloads. */
export function captureDownloads(): readonly Download[] {
  const downloads: Download[] = []
  const files = new Map<string, Blob>()
  URL.createObjectURL = file => {
    const address = `blob:${files.size}`
    files.set(address, file as Blob)
    return address
  }
  URL.revokeObjectURL = address => void files.delete(address)
  // A browser reads the file only after the script that has clicked.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    queueMicrotask(() => {
      const file = files.get(this.href)
      if (file) downloads.push({ file, name: this.download })
    })
  })
  return downloads
}

/** `Blob.text` would drop the byte order mark, which spreadsheets need to detect the encoding. */
export async function contentOf({ file }: Download): Promise<string> {
  return Buffer.from(await file.arrayBuffer()).toString()
}
