import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { extensionOf, imageKindOf } from '#domain/uploads/photos.ts'

const bytes = (...parts: (number | string)[]) =>
  Uint8Array.from(
    parts.flatMap(part => (typeof part === 'number' ? [part] : [...part].map(letter => letter.charCodeAt(0))))
  )

const JPEG = bytes(0xff, 0xd8, 0xff, 0xe0, 0, 16, 'JFIF')
const PNG = bytes(0x89, 'PNG\r\n', 0x1a, '\n', 0, 0, 0, 13)
const WEBP = bytes('RIFF', 0, 1, 0, 0, 'WEBPVP8 ')
const HEIC = bytes(0, 0, 0, 24, 'ftypheic', 0, 0, 0, 0)

describe('the type of a photo is detected from its first bytes', () => {
  test.each([
    [JPEG, 'jpg', 'image/jpeg'],
    [PNG, 'png', 'image/png'],
    [WEBP, 'webp', 'image/webp'],
    [HEIC, 'heic', 'image/heic']
  ])('%# is stored as .%s and served as %s', (picture, extension, content_type) => {
    expect(imageKindOf(picture)).toEqual({ content_type, extension })
  })
  test.each(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1'])(
    'HEIC with the brand %s is accepted',
    brand => {
      expect(imageKindOf(bytes(0, 0, 0, 24, 'ftyp', brand))?.extension).toBe('heic')
    }
  )
  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">'],
    ['HTML', '<!doctype html><script>'],
    ['PDF', '%PDF-1.7 and more'],
    ['GIF', 'GIF89a and more of it'],
    ['AVIF', '\0\0\0\x20ftypavif\0\0\0\0avifmif1miafMA1B'],
    ['AVIF with the brand of any HEIF', '\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf'],
    ['AVIF sequences with the brand of any HEIF', '\0\0\0\x20ftypmsf1\0\0\0\0msf1mif1miafavis'],
    ['a file with more brands than are read', '\0\0\x01\0ftypmif1\0\0\0\0mif1'],
    ['a video', '\0\0\0\x18ftypmp42 and more'],
    ['an audio file', 'RIFF\0\0\0\0WAVEfmt '],
    ['a video with the letters of WebP', 'LIST\0\0\0\0WEBPVP8 '],
    ['nothing', '']
  ])('%s is not a picture', (_, content) => expect(imageKindOf(bytes(content))).toBeNull())

  test('a file that ends before its type is clear is not a picture', () => {
    for (const picture of [JPEG.subarray(0, 2), PNG.subarray(0, 7), WEBP.subarray(0, 11), HEIC.subarray(0, 11)]) {
      expect(imageKindOf(picture)).toBeNull()
    }
  })
  test('bytes after the first ones are ignored', () => {
    fc.assert(
      fc.property(fc.constantFrom(JPEG, PNG, WEBP, HEIC), fc.uint8Array(), (picture, rest) => {
        expect(imageKindOf(Uint8Array.from([...picture, ...rest]))).toEqual(imageKindOf(picture))
      })
    )
  })
})

describe('the declared type of a chosen file', () => {
  test.each([
    ['licence.JPG', 'image/jpeg', 'jpg'],
    ['my.licence.png', 'image/png', 'png'],
    ['licence', 'image/jpeg', 'jpg'],
    ['licence', 'image/svg+xml', 'svg'],
    ['licence.not an ending', 'image/webp', 'webp'],
    ['a/../b.heic?x', 'image/heic', 'heic'],
    ['licence', '', 'jpg']
  ])('%s of type %j ends in .%s', (name, type, extension) => expect(extensionOf({ name, type })).toBe(extension))
})
