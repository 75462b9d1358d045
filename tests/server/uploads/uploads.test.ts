import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { signUp } from '#contract/auth/sign-up.ts'
import { createProperty } from '#contract/catalogue/admin-properties.ts'
import { uploadImage, uploadLicence } from '#contract/uploads/uploads.ts'
import { LICENCE_UPLOADS_PER_HOUR } from '#domain/request-limits.ts'
import { FORM_FIELDS_MAX_BYTES, RIDER_PHOTO_MAX_BYTES } from '#domain/uploads/photos.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { parseMultipart } from '#server/http/read-body.ts'
import { newcomer, signedInAdmin } from '#tests/helpers/data/people.ts'
import { pictures } from '#tests/helpers/data/rows.ts'
import { exhaustThrottles, resetThrottles, setUploadsStored } from '#tests/helpers/data/stored-state.ts'
import { app, bucket, refusedCallAs, send, sql, startApp } from '#tests/helpers/servers/app.ts'

// An upload is streamed, so that memory use does not grow with the file.

startApp(() => ({ THROTTLE_TIMES: '1' }))

const PATH = `/api${uploadLicence.path}`
const BOUNDARY = 'a-line-between'
const TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
const END = `\r\n--${BOUNDARY}--\r\n`

const emailField = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="email"\r\n\r\nasha@example.test\r\n`
const fileHead = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`

/** A form in its wire format: the first bytes of a JPEG, then the rest of the file. */
function formOf(file: string, { after = END, before = emailField } = {}): Buffer {
  return Buffer.from(`${before}${fileHead}\xff\xd8\xff\xe0${file}${after}`, 'latin1')
}

const storedUploads = async () => [await bucket.list(''), await sql('SELECT id FROM uploads')]

async function sent(body: Buffer) {
  await resetThrottles()
  const reply = await app.fetch(PATH, { body: new Uint8Array(body), headers: TYPE, method: 'POST' })
  return { answer: (await reply.json()) as { detail?: unknown; url?: string }, status: reply.status }
}

/** A request with a streamed body, which counts the bytes that were read. */
function inPieces(body: Buffer, bytes: number) {
  const counter = { bytes: 0 }
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: controller => {
        const piece = body.subarray(counter.bytes, counter.bytes + bytes)
        counter.bytes += piece.length
        if (piece.length > 0) controller.enqueue(new Uint8Array(piece))
        else controller.close()
      }
    },
    { highWaterMark: 0 }
  )
  const headers = { ...TYPE, 'content-length': String(body.length) }
  const options = { body: stream, duplex: 'half', headers, method: 'POST' }
  return { counter, request: new Request('http://localhost/', options as RequestInit) }
}

test('a form is read up to the first bytes of its file, and the file only on demand', async () => {
  const body = formOf('x'.repeat(RIDER_PHOTO_MAX_BYTES - 4))
  const { counter, request } = inPieces(body, 1000)
  const { email, file } = (await parseMultipart(request, BOUNDARY)) as { email: string; file: Blob }
  expect([email, file.size, counter.bytes]).toEqual(['asha@example.test', RIDER_PHOTO_MAX_BYTES, 1000])
  const reader = file.stream().getReader()
  let [passed, furthest] = [0, 0]
  for (let part = await reader.read(); part.value; part = await reader.read()) {
    passed += part.value.byteLength
    furthest = Math.max(furthest, counter.bytes - passed)
  }
  expect(passed).toBe(RIDER_PHOTO_MAX_BYTES)
  expect(furthest).toBeLessThan(2000)
})

test.each([1, 2, 7, 64, 500])('a form gives the same result whole and in pieces of %i bytes', async bytes => {
  const file = `\r\n--${BOUNDARY.slice(0, -1)}\r\n-\r\n\r\n--`.repeat(9)
  const { request } = inPieces(formOf(file), bytes)
  const form = (await parseMultipart(request, BOUNDARY)) as { email: string; file: Blob }
  const reader = form.file.stream().getReader()
  let passed = ''
  for (let part = await reader.read(); part.value; part = await reader.read()) {
    passed += Buffer.from(part.value).toString('latin1')
  }
  expect([form.email, passed]).toEqual(['asha@example.test', `\xff\xd8\xff\xe0${file}`])
})

const WRONG: [string, Buffer, unknown][] = [
  ['without its end', formOf('x'.repeat(2000), { after: '' }), apiErrorsText.invalidForm],
  ['with a cut last line', formOf('x'.repeat(2000), { after: END.slice(0, -2) }), apiErrorsText.fileNotLast],
  [
    'with a field after its file',
    formOf('x'.repeat(2000), { after: `\r\n${emailField.slice(0, -2)}${END}` }),
    apiErrorsText.fileNotLast
  ],
  ['with text before its first part', formOf('x', { before: `x\r\n${emailField}` }), apiErrorsText.invalidForm]
]

test.each(WRONG)('a form %s is rejected, and nothing is stored', async (_, body, msg) => {
  const before = await storedUploads()
  expect(await sent(body)).toEqual({
    answer: { code: 'invalid_input', detail: [{ loc: ['body'], msg, type: 'invalid' }] },
    status: 422
  })
  expect(await storedUploads()).toEqual(before)
})

test('a form with too much beside its file is rejected', async () => {
  const { status } = await sent(formOf('x', { before: emailField.replace('asha', 'a'.repeat(FORM_FIELDS_MAX_BYTES)) }))
  expect(status).toBe(413)
})

test('an aborted upload stores nothing and logs no error', async () => {
  const before = await storedUploads()
  const logCount = app.logs().length
  const body = formOf('x'.repeat(1_000_000))
  const { hostname, port } = new URL(app.origin())
  const socket = connect(Number(port), hostname)
  const head = { ...TYPE, 'content-length': body.length, host: hostname }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST ${PATH} HTTP/1.1\r\n${lines.join('')}\r\n`)
  await new Promise<void>(resolve => socket.write(body.subarray(0, 500_000), () => resolve()))
  await expect.poll(async () => (await sql('SELECT id FROM uploads')).length).toBeGreaterThan((before[1] ?? []).length)
  socket.destroy()
  await expect.poll(storedUploads, { timeout: 10_000 }).toEqual(before)
  await expect.poll(() => app.logs().slice(logCount).length).toBeGreaterThan(0)
  const isFailure = (line: string) => /"level":"error"|"status":5/.test(line)
  expect(app.logs().slice(logCount).filter(isFailure)).toEqual([])
})

test('an upload above the limit is rejected before its form is read', async () => {
  await resetThrottles()
  await app.fetch(PATH, { body: 'no form at all', headers: TYPE, method: 'POST' })
  await exhaustThrottles(LICENCE_UPLOADS_PER_HOUR)
  const reply = await app.fetch(PATH, { body: 'no form at all', headers: TYPE, method: 'POST' })
  expect(reply.status).toBe(429)
  await resetThrottles()
})

test('a picture whose object is not stored yet is neither shown nor accepted', async () => {
  const admin = await signedInAdmin()
  const licence = (await sent(formOf('x'.repeat(2000)))).answer.url ?? ''
  const { url: image } = await admin.call(uploadImage, { body: { image: pictures.png() } })
  const view = async (url: string) =>
    (await app.fetch(url, { headers: { authorization: `Bearer ${admin.token}` } })).status
  const person = await newcomer({ email: 'asha@example.test', license_photo_url: licence })
  await setUploadsStored(false)
  expect([await view(licence), await view(image)]).toEqual([404, 404])
  expect((await refusedCallAs(undefined, signUp, { body: person })).status).toBe(422)
  const place = { body: { image_url: image, location: 'L', name: 'P' } }
  expect((await admin.refusal(createProperty, place)).status).toBe(422)
  await setUploadsStored(true)
  expect([await view(licence), await view(image)]).toEqual([200, 200])
  expect((await send(signUp, { body: person })).status).toBe(200)
  expect((await send(createProperty, place, admin.token)).status).toBe(200)
})
