interface Part {
  bytes: Buffer<ArrayBuffer>
  head: string
}

/** Splits any multipart body into its parts, each with its headers. */
export function partsOf(body: Buffer, contentType: string): Part[] {
  const [, boundary] = /boundary="?([^";]+)/.exec(contentType) ?? []
  const parts = body.toString('latin1').split(`--${boundary}`).slice(1, -1)
  return parts.map(part => {
    const start = part.indexOf('\r\n\r\n')
    // Drop the line break before the next boundary.
    return { bytes: Buffer.from(part.slice(start + 4, -2), 'latin1'), head: part.slice(0, start) }
  })
}
