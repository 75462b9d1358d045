import { gzipSync } from 'node:zlib'

/** A file as it is sent: its name, its declared type, and the type it is stored as; null if it is rejected. */
export interface Sent {
  bytes: Uint8Array<ArrayBuffer>
  is: string
  name: string
  taken_for: string | null
  type: string
}

function bytesOf(...parts: (number | string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const all = parts.map(part => {
    if (typeof part === 'number') return Uint8Array.of(part)
    return typeof part === 'string' ? Uint8Array.from(part, letter => letter.charCodeAt(0)) : part
  })
  return new Uint8Array(Buffer.concat(all))
}

const JPEG = bytesOf(0xff, 0xd8, 0xff, 0xe0, 0, 16, 'JFIF\0', 1, 1, 0, 0, 1, 0, 1, 0, 0)
const PNG = bytesOf(0x89, 'PNG\r\n', 0x1a, '\n', 0, 0, 0, 13, 'IHDR', 0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0)
const WEBP = bytesOf('RIFF', 0x1a, 0, 0, 0, 'WEBPVP8L', 0x0d, 0, 0, 0, 0x2f, 0, 0, 0)
const HEIC = bytesOf(0, 0, 0, 24, 'ftypheic', 0, 0, 0, 0, 'mif1heic')

const SCRIPT = '<script>alert(document.domain)</script>'
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`
const PAGE = `<!doctype html><html><body>${SCRIPT}</body></html>`
const ZIP = bytesOf('PK', 3, 4, 20, 0)

const AS_PHOTO = { name: 'licence.jpg', type: 'image/jpeg' }

/** No pictures, or pictures of an unsupported type, under the name and type of a picture. */
const foreignFiles: [string, Uint8Array<ArrayBuffer>][] = [
  ['SVG', bytesOf(SVG)],
  ['SVG after an XML declaration', bytesOf(`<?xml version="1.0"?>${SVG}`)],
  ['SVG after a byte order mark', bytesOf(0xef, 0xbb, 0xbf, SVG)],
  ['SVG after white space', bytesOf(`\n\t  ${SVG}`)],
  ['SVG with an entity', bytesOf(`<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${SVG}`)],
  ['SVG, compressed', new Uint8Array(gzipSync(SVG))],
  ['HTML', bytesOf(PAGE)],
  ['HTML in capitals', bytesOf(PAGE.toUpperCase())],
  ['HTML after a comment', bytesOf(`<!-- ${'x'.repeat(600)} -->${PAGE}`)],
  ['HTML in UTF-16', new Uint8Array(Buffer.from(`\ufeff${PAGE}`, 'utf16le'))],
  ['HTML in UTF-7', bytesOf('+ADw-script+AD4-alert(1)+ADw-/script+AD4-')],
  ['HTML after a cut JPEG', bytesOf(0xff, 0xd8, PAGE)],
  ['a stylesheet for XML', bytesOf('<?xml-stylesheet href="data:text/xsl;base64,"?>')],
  ['a script', bytesOf('alert(document.cookie)')],
  ['PHP', bytesOf('<?php system($_GET["c"]); ?>')],
  ['a shell script', bytesOf('#!/bin/sh\nrm -rf /\n')],
  ['a batch file', bytesOf('@echo off\r\ndel *.*')],
  ['PDF', bytesOf('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript>>>>')],
  ['PostScript', bytesOf('%!PS-Adobe-3.0 EPSF-3.0')],
  ['ZIP', ZIP],
  ['a jar', bytesOf(ZIP, 'META-INF/MANIFEST.MF')],
  ['a Word file', bytesOf(ZIP, 'word/document.xml')],
  ['an old Word file', bytesOf(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)],
  ['RAR', bytesOf('Rar!', 0x1a, 7, 1, 0)],
  ['7-Zip', bytesOf('7z', 0xbc, 0xaf, 0x27, 0x1c)],
  ['tar', bytesOf('x'.padEnd(257, '\0'), 'ustar')],
  ['a compressed bomb of zeros', new Uint8Array(gzipSync(Buffer.alloc(4_000_000)))],
  ['a program for Windows', bytesOf('MZ', 0x90, 0)],
  ['a program for Linux', bytesOf(0x7f, 'ELF', 2, 1, 1)],
  ['a program for macOS', bytesOf(0xcf, 0xfa, 0xed, 0xfe)],
  ['a Java class', bytesOf(0xca, 0xfe, 0xba, 0xbe)],
  ['WebAssembly', bytesOf('\0asm', 1, 0, 0, 0)],
  ['Flash', bytesOf('CWS', 10)],
  ['a shortcut', bytesOf('L\0\0\0', 1, 0x14, 2, 0)],
  ['an MP4 video', bytesOf(0, 0, 0, 24, 'ftypmp42')],
  ['a QuickTime video', bytesOf(0, 0, 0, 20, 'ftypqt  ')],
  ['a Matroska video', bytesOf(0x1a, 0x45, 0xdf, 0xa3)],
  ['a WAV file', bytesOf('RIFF', 4, 0, 0, 0, 'WAVEfmt ')],
  ['an AVI video', bytesOf('RIFF', 4, 0, 0, 0, 'AVI LIST')],
  ['MP3', bytesOf('ID3', 4, 0)],
  ['Ogg', bytesOf('OggS', 0, 2)],
  ['GIF', bytesOf('GIF89a', 1, 0, 1, 0)],
  ['an old GIF', bytesOf('GIF87a', 1, 0, 1, 0)],
  ['BMP', bytesOf('BM', 0x46, 0, 0, 0)],
  ['an icon', bytesOf(0, 0, 1, 0, 1, 0)],
  ['TIFF', bytesOf('II*', 0)],
  ['TIFF, big-endian', bytesOf('MM', 0, '*')],
  ['Photoshop', bytesOf('8BPS', 0, 1)],
  ['AVIF', bytesOf(0, 0, 0, 24, 'ftypavif')],
  ['JPEG XL', bytesOf(0, 0, 0, 12, 'JXL \r\n', 0x87, '\n')],
  ['JPEG 2000', bytesOf(0, 0, 0, 12, 'jP  \r\n', 0x87, '\n')],
  ['a font', bytesOf('wOF2', 0, 1, 0, 0)],
  ['a database', bytesOf('SQLite format 3\0')],
  ['nothing', bytesOf()],
  ['one byte of a JPEG', bytesOf(0xff)],
  ['two bytes of a JPEG', bytesOf(0xff, 0xd8)],
  ['zeros', new Uint8Array(4096)],
  ['PNG with converted line ends', bytesOf(0x89, 'PNG\n', 0x1a, '\n')],
  ['PNG without its first byte', PNG.subarray(1)],
  ['WebP shifted by one byte', bytesOf(0, WEBP)],
  ['WebP without its frame', bytesOf('WEBPVP8L')],
  ['HEIC of an unknown brand', bytesOf(0, 0, 0, 24, 'ftypmsf9')],
  ['HEIC shifted by one byte', bytesOf(0, HEIC)],
  ['a picture in base64', bytesOf(Buffer.from(JPEG).toString('base64'))],
  ['the address of a picture', bytesOf('https://elsewhere.example/licence.jpg')]
]

/** Pictures that are also something else. They are stored, and never served as the other type. */
const polyglots: [string, Uint8Array<ArrayBuffer>, string][] = [
  ['JPEG followed by a page', bytesOf(JPEG, PAGE), 'image/jpeg'],
  ['JPEG with a script in its comment', bytesOf(JPEG, 0xff, 0xfe, 0, 40, '*/=1;alert(1);/*'), 'image/jpeg'],
  ['JPEG followed by PHP', bytesOf(JPEG, '<?php phpinfo(); ?>'), 'image/jpeg'],
  ['JPEG followed by a ZIP', bytesOf(JPEG, ZIP), 'image/jpeg'],
  ['JPEG followed by SVG', bytesOf(JPEG, SVG), 'image/jpeg'],
  ['JPEG with a huge declared size', bytesOf(JPEG, 0xff, 0xc0, 0, 17, 8, 0xff, 0xff, 0xff, 0xff), 'image/jpeg'],
  ['PNG with a page in its text', bytesOf(PNG, 'tEXt', PAGE), 'image/png'],
  [
    'PNG with a huge declared size',
    bytesOf(PNG.subarray(0, 16), 0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff),
    'image/png'
  ],
  ['WebP followed by a script', bytesOf(WEBP, '/*', SCRIPT, '*/'), 'image/webp'],
  ['HEIC followed by a page', bytesOf(HEIC, PAGE), 'image/heic']
]

/** Names and types that would cause path traversal or another content type if the server used them. */
const claims: [string, string][] = [
  ['../../../index.html', 'image/jpeg'],
  ['..\\..\\x.jpg', 'image/jpeg'],
  ['%2e%2e%2fx.jpg', 'image/jpeg'],
  ['/etc/passwd', 'image/jpeg'],
  ['gpj.\u202elmth', 'image/jpeg'],
  [`${'x'.repeat(300)}.jpg`, 'image/jpeg'],
  ['licence.php', 'image/jpeg'],
  ['licence.svg', 'image/svg+xml'],
  ['licence.html', 'text/html'],
  ['.htaccess', 'application/x-httpd-php'],
  ['"; filename="x.html', 'image/jpeg'],
  ['licence', ''],
  ['licence.png', 'image/png; charset=utf-7']
]

export const HOSTILE_FILES: readonly Sent[] = [
  ...foreignFiles.map(([is, bytes]) => ({ ...AS_PHOTO, bytes, is, taken_for: null })),
  ...polyglots.map(([is, bytes, taken_for]) => ({ ...AS_PHOTO, bytes, is, taken_for })),
  ...claims.map(([name, type]) => ({
    bytes: JPEG,
    is: `JPEG called ${JSON.stringify(name.slice(0, 40))}, ${type}`,
    name,
    taken_for: 'image/jpeg',
    type
  }))
]

/** A picture of exactly this size. */
export const pictureOf = (size: number) => bytesOf(JPEG, new Uint8Array(size - JPEG.byteLength))
