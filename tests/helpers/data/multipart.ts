interface Part {
  bytes: Buffer<ArrayBuffer>
  head: string
}

/** The parts of a multipart body of any kind, each with its own headers. */
export function partsOf(body: Buffer, contentType: string): Part[] {
  const [, boundary] = /boundary="?([^";]+)/.exec(contentType) ?? []
  const parts = body.toString('latin1').split(`--${boundary}`).slice(1, -1)
  return parts.map(part => {
    const start = part.indexOf('\r\n\r\n')
    // Without the line break before the next boundary.
    return { bytes: Buffer.from(part.slice(start + 4, -2), 'latin1'), head: part.slice(0, start) }
  })
}
