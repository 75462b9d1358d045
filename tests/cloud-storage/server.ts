import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Bucket, Fault } from './bucket.ts'
import { handleUpload, problem, type StorageRequest, type StorageResponse } from './uploads.ts'

const CORS = {
  'access-control-allow-methods': 'GET, POST, PUT, OPTIONS',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-goog-upload-size-received, x-goog-upload-status, x-goog-upload-url'
}

/**
 * A server that speaks the REST protocol of Firebase Storage, as far as uploads and downloads go. It has one door more:
 * `PUT /trouble/{folder}` with a fault's name, or nothing, makes or ends trouble for the uploads into a folder.
 */
export async function startCloudStorage(bucket: Bucket, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    void answerTo(request, response, bucket).catch(error => {
      console.error(error)
      response.destroy()
    })
  })
  server.listen(port, 'localhost')
  await once(server, 'listening')
  return server
}

async function answerTo(request: IncomingMessage, response: ServerResponse, bucket: Bucket): Promise<void> {
  for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value)
  const asked = await askedBy(request)
  if (asked.method === 'OPTIONS') {
    const wanted = asked.header('access-control-request-headers')
    response.writeHead(204, { 'access-control-allow-headers': wanted }).end()
    return
  }
  const answered = await answer(bucket, asked)
  if (!answered) {
    response.destroy()
    return
  }
  const { body, headers, status } = answered
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}

async function askedBy(request: IncomingMessage): Promise<StorageRequest> {
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

async function answer(bucket: Bucket, asked: StorageRequest): Promise<StorageResponse | null> {
  const [, trouble] = /^\/trouble\/(.+)$/.exec(asked.path) ?? []
  if (trouble !== undefined) {
    bucket.trouble(decodeURIComponent(trouble), (asked.body.toString() as Fault) || null)
    return { status: 204 }
  }
  const [, name = '', path] = /^\/v0\/b\/([^/]+)\/o(?:\/(.+))?$/.exec(asked.path) ?? []
  if (decodeURIComponent(name) !== bucket.name) return problem(404, 'Not Found.')
  if (asked.method === 'POST' && path === undefined) return handleUpload(bucket, asked)
  return read(bucket, decodeURIComponent(path ?? ''), asked)
}

/** Only with the token: the rules let nobody read, and what is not there looks the same. */
function read(bucket: Bucket, path: string, { method, query }: StorageRequest): StorageResponse {
  const kept = bucket.objects.get(path)
  const isKnown = method === 'GET' && query.get('alt') === 'media' && kept?.token === query.get('token')
  if (!kept || !isKnown) return problem(403, 'Permission denied.')
  return { body: kept.bytes, headers: { 'content-type': kept.contentType }, status: 200 }
}
