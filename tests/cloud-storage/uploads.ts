import { randomUUID } from 'node:crypto'
import { partsOf } from '#tests/helpers/data/multipart.ts'
import type { Bucket, Kept } from './bucket.ts'

// The two ways in that the provider's library uses: one request for something small, else one for each part.

export interface Asked {
  body: Buffer
  header: (name: string) => string
  method: string
  path: string
  query: URLSearchParams
  address: string
}

export interface Answer {
  status: number
  body?: Buffer | string
  headers?: Record<string, string>
}

interface Upload {
  contentType: string
  parts: Buffer[]
  path: string
  size: number
}

const uploads = new Map<string, Upload>()

export const problem = (status: number, message: string): Answer => ({
  body: JSON.stringify({ error: { code: status, message } }),
  status
})
const denied = () => problem(403, 'Permission denied.')

/** Null is no answer at all: the connection breaks. */
export async function addTo(bucket: Bucket, asked: Asked): Promise<Answer | null> {
  const path = asked.query.get('name') ?? ''
  const fault = bucket.faultFor(path)
  if (fault === 'break off') return null
  if (fault === 'refuse') return denied()
  if (fault === 'fail') return problem(503, 'Backend Error')
  const upload = uploads.get(asked.query.get('upload_id') ?? '')
  if (upload) return part(bucket, upload, asked)
  return asked.header('x-goog-upload-protocol') === 'multipart'
    ? whole(bucket, path, asked)
    : start(bucket, path, asked)
}

function resource(bucket: Bucket, path: string, { bytes, contentType, token }: Kept): string {
  const size = String(bytes.length)
  return JSON.stringify({ bucket: bucket.name, contentType, downloadTokens: token, name: path, size })
}

async function whole(bucket: Bucket, path: string, { body, header }: Asked): Promise<Answer> {
  const [, file] = partsOf(body, header('content-type'))
  if (!file) return problem(400, 'Two parts are needed.')
  const { bytes, head } = file
  const [, contentType = ''] = /content-type: (\S+)/i.exec(head) ?? []
  if (!bucket.mayAdd(path, bytes.length, contentType)) return denied()
  await bucket.held(path)
  return { body: resource(bucket, path, bucket.add(path, bytes, contentType)), status: 200 }
}

function start(bucket: Bucket, path: string, { address, header }: Asked): Answer {
  const contentType = header('x-goog-upload-header-content-type')
  const size = Number(header('x-goog-upload-header-content-length'))
  if (!bucket.mayAdd(path, size, contentType)) return denied()
  const id = randomUUID()
  uploads.set(id, { contentType, parts: [], path, size })
  const there = `${address}?name=${encodeURIComponent(path)}&upload_id=${id}&upload_protocol=resumable`
  return { headers: { 'x-goog-upload-status': 'active', 'x-goog-upload-url': there }, status: 200 }
}

const received = ({ parts }: Upload) => parts.reduce((sum, { length }) => sum + length, 0)

async function part(bucket: Bucket, upload: Upload, { body, header }: Asked): Promise<Answer> {
  const command = header('x-goog-upload-command')
  const kept = bucket.objects.get(upload.path)
  const status = kept ? 'final' : 'active'
  const headers = { 'x-goog-upload-size-received': String(received(upload)), 'x-goog-upload-status': status }
  if (command === 'query') return { headers, status: 200 }
  if (Number(header('x-goog-upload-offset')) !== received(upload)) return problem(400, 'Offset mismatch')
  if (upload.parts.length > 0) await bucket.held(upload.path)
  if (command.includes('upload')) upload.parts.push(body)
  if (!command.includes('finalize')) return { headers: { 'x-goog-upload-status': 'active' }, status: 200 }
  const bytes = Buffer.concat(upload.parts)
  if (bytes.length !== upload.size) return problem(400, 'Size mismatch')
  const answer = resource(bucket, upload.path, bucket.add(upload.path, bytes, upload.contentType))
  return { body: answer, headers: { 'x-goog-upload-status': 'final' }, status: 200 }
}
