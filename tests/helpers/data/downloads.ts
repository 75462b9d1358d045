import { vi } from 'vitest'

interface Download {
  file: Blob
  name: string
}

/** What a page hands to its visitor as files from now on; jsdom knows no downloads. */
export function captureDownloads(): readonly Download[] {
  const downloads: Download[] = []
  const files = new Map<string, Blob>()
  URL.createObjectURL = file => {
    const address = `blob:${files.size}`
    files.set(address, file as Blob)
    return address
  }
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const file = files.get(this.href)
    if (file) downloads.push({ file, name: this.download })
  })
  return downloads
}

/** `Blob.text` would leave out the mark that tells a spreadsheet how to read the rest. */
export async function contentOf({ file }: Download): Promise<string> {
  return Buffer.from(await file.arrayBuffer()).toString()
}
