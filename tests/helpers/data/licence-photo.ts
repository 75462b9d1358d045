/** A photo of a driving licence that has the given size, without as many bytes. */
export function licencePhoto({ name = 'licence.jpg', size = 1000, type = 'image/jpeg' } = {}): File {
  const file = new File(['x'], name, { type })
  Object.defineProperty(file, 'size', { value: size })
  return file
}
