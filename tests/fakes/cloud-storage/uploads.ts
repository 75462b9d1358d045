import { randomUUID } from 'node:crypto'
import { partsOf } from '#tests/helpers/data/multipart.ts'
import type { Bucket, Fault, StoredFile } from './bucket.ts'

// The provider's library sends small files in one request, and larger ones in parts.

export interface StorageRequest {
  body: Buffer
  header: (name: string) => string
  method: string
  path: string
  query: URLSearchParams
  address: string
}

export interface StorageResponse {
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

export const problem = (status: number, message: string): StorageResponse => ({
  body: JSON.stringify({ error: { code: status, message } }),
  status
})
const denied = () => problem(403, 'Permission denied.')

const FAULT_ANSWERS: Partial<Record<Fault, StorageResponse>> = {
  fail: problem(503, 'Backend Error'),
  garble: { body: '<!doctype html>', status: 200 },
  refuse: denied(),
  reject: problem(400, 'Bad Request')
}

/** Returns null for no response: the connection is closed. */
export async function handleUpload(bucket: Bucket, request: StorageRequest): Promise<StorageResponse | null> {
  const path = request.query.get('name') ?? ''
  const fault = bucket.faultFor(path)
  if (fault === 'break off') return null
  const answer = fault && FAULT_ANSWERS[fault]
  if (answer) return answer
  const upload = uploads.get(request.query.get('upload_id') ?? '')
  if (upload) return uploadPart(bucket, upload, request)
  return request.header('x-goog-upload-protocol') === 'multipart'
    ? uploadWhole(bucket, path, request)
    : startUpload(bucket, path, request)
}

function resource(bucket: Bucket, path: string, { bytes, contentType, token }: StoredFile): string {
  const size = String(bytes.length)
  return JSON.stringify({ bucket: bucket.name, contentType, downloadTokens: token, name: path, size })
}

async function uploadWhole(bucket: Bucket, path: string, { body, header }: StorageRequest): Promise<StorageResponse> {
  const [, file] = partsOf(body, header('content-type'))
  if (!file) return problem(400, 'Two parts are needed.')
  const { bytes, head } = file
  const [, contentType = ''] = /content-type: (\S+)/i.exec(head) ?? []
  if (!bucket.mayAdd(path, bytes.length, contentType)) return denied()
  await bucket.waitForRelease(path)
  return { body: resource(bucket, path, bucket.add(path, bytes, contentType)), status: 200 }
}

function startUpload(bucket: Bucket, path: string, { address, header }: StorageRequest): StorageResponse {
  const contentType = header('x-goog-upload-header-content-type')
  const size = Number(header('x-goog-upload-header-content-length'))
  if (!bucket.mayAdd(path, size, contentType)) return denied()
  const id = randomUUID()
  uploads.set(id, { contentType, parts: [], path, size })
  const uploadUrl = `${address}?name=${encodeURIComponent(path)}&upload_id=${id}&upload_protocol=resumable`
  return { headers: { 'x-goog-upload-status': 'active', 'x-goog-upload-url': uploadUrl }, status: 200 }
}

const receivedBytes = ({ parts }: Upload) => parts.reduce((sum, { length }) => sum + length, 0)

async function uploadPart(bucket: Bucket, upload: Upload, { body, header }: StorageRequest): Promise<StorageResponse> {
  const command = header('x-goog-upload-command')
  const object = bucket.objects.get(upload.path)
  const status = object ? 'final' : 'active'
  const headers = { 'x-goog-upload-size-received': String(receivedBytes(upload)), 'x-goog-upload-status': status }
  if (command === 'query') return { headers, status: 200 }
  if (Number(header('x-goog-upload-offset')) !== receivedBytes(upload)) return problem(400, 'Offset mismatch')
  if (upload.parts.length > 0) await bucket.waitForRelease(upload.path)
  if (command.includes('upload')) upload.parts.push(body)
  if (!command.includes('finalize')) return { headers: { 'x-goog-upload-status': 'active' }, status: 200 }
  const bytes = Buffer.concat(upload.parts)
  if (bytes.length !== upload.size) return problem(400, 'Size mismatch')
  const answer = resource(bucket, upload.path, bucket.add(upload.path, bytes, upload.contentType))
  return { body: answer, headers: { 'x-goog-upload-status': 'final' }, status: 200 }
}
