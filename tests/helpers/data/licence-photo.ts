import { SIGNATURES } from './photos.ts'

/** A photo of a driving licence that has the given size, without as many bytes. */
export function licencePhoto({
  content = SIGNATURES.jpeg as BlobPart,
  name = 'licence.jpg',
  size = 1000,
  type = 'image/jpeg'
} = {}): File {
  const file = new File([content], name, { type })
  Object.defineProperty(file, 'size', { value: size })
  return file
}
