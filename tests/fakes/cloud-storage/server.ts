import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startLocalServer } from '#tests/helpers/servers/local-server.ts'
import type { Bucket } from './bucket.ts'
import { handleUpload, problem, type StorageRequest, type StorageResponse } from './uploads.ts'

const CORS = {
  'access-control-allow-methods': 'GET, POST, PUT, OPTIONS',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-goog-upload-size-received, x-goog-upload-status, x-goog-upload-url'
}

/** Starts a server with the part of the Firebase Storage REST protocol that uploads and downloads use. */
export const startCloudStorage = (bucket: Bucket, port = 0) =>
  startLocalServer(
    (request, response) => {
      void answerTo(request, response, bucket).catch(error => {
        console.error(error)
        response.destroy()
      })
    },
    { host: 'localhost', port }
  )

async function answerTo(request: IncomingMessage, response: ServerResponse, bucket: Bucket): Promise<void> {
  for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value)
  const parsed = await parseRequest(request)
  if (parsed.method === 'OPTIONS') {
    const requestedHeaders = parsed.header('access-control-request-headers')
    response.writeHead(204, { 'access-control-allow-headers': requestedHeaders }).end()
    return
  }
  const answered = await answer(bucket, parsed)
  if (!answered) {
    response.destroy()
    return
  }
  const { body, headers, status } = answered
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}

async function parseRequest(request: IncomingMessage): Promise<StorageRequest> {
  const { origin, pathname: path, searchParams: query } = new URL(request.url ?? '', `http://${request.headers.host}`)
  return {
    address: origin + path,
    body: await buffer(request),
    header: name => String(request.headers[name] ?? ''),
    method: request.method ?? '',
    path,
    query
  }
}

async function answer(bucket: Bucket, parsed: StorageRequest): Promise<StorageResponse | null> {
  const [, name = '', path] = /^\/v0\/b\/([^/]+)\/o(?:\/(.+))?$/.exec(parsed.path) ?? []
  if (decodeURIComponent(name) !== bucket.name) return problem(404, 'Not Found.')
  if (parsed.method === 'POST' && path === undefined) return handleUpload(bucket, parsed)
  return read(bucket, decodeURIComponent(path ?? ''), parsed)
}

/** Requires the token, because the rules forbid reads. A missing object gets the same response. */
function read(bucket: Bucket, path: string, { method, query }: StorageRequest): StorageResponse {
  const object = bucket.objects.get(path)
  const isKnown = method === 'GET' && query.get('alt') === 'media' && object?.token === query.get('token')
  if (!object || !isKnown) return problem(403, 'Permission denied.')
  return { body: object.bytes, headers: { 'content-type': object.contentType }, status: 200 }
}
