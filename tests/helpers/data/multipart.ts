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

/** Node's own form parser creates files that are no instances of jsdom's File. */
export function formFrom(body: Buffer, contentType: string): FormData {
  const form = new FormData()
  for (const { bytes, head } of partsOf(body, contentType)) {
    const [, name = ''] = / name="([^"]*)"/.exec(head) ?? []
    const [, filename] = / filename="([^"]*)"/.exec(head) ?? []
    const [, type = ''] = /content-type: (\S+)/i.exec(head) ?? []
    form.set(name, filename === undefined ? bytes.toString() : new File([bytes], filename, { type }))
  }
  return form
}
