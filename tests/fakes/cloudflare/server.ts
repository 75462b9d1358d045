import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { startLocalServer } from '#tests/helpers/servers/local-server.ts'
import { Account, ANSWERS, exportOf, Missing } from './account.ts'

interface Reply {
  body: object
  status: number
}

interface Received {
  bytes: Buffer
  method: string
  origin: string
  path: string
}

function replyTo(account: Account, { bytes, method, origin, path }: Received): Reply {
  const [found] = ANSWERS.filter(([known, pattern]) => known === method && pattern.test(path))
  try {
    if (!found) throw new Missing(10_007)
    const [, pattern, answer] = found
    const name = decodeURIComponent(pattern.exec(path)?.groups?.name ?? '')
    const result = answer({ account, body: bytes.toString(), bytes, name, origin })
    return { body: { errors: [], messages: [], result, success: true }, status: 200 }
  } catch (error) {
    const [code, status] = error instanceof Missing ? [error.code, 404] : [7500, 400]
    const message = error instanceof Error ? error.message : String(error)
    return { body: { errors: [{ code, message }], messages: [], result: null, success: false }, status }
  }
}

/** Starts a fake Cloudflare API with one account. `variables` make wrangler use it. */
export async function startCloudflare() {
  const account = new Account()
  const { close, origin } = await startLocalServer(async (request, response) => {
    const { method = 'GET', url = '' } = request
    const path = url.replace(/\?.*/, '')
    const bytes = await buffer(request)
    const [, exported] = /^\/exports\/(.+)/.exec(path) ?? []
    if (exported) return response.end(exportOf(account.database(exported)))
    const [, imported] = /^\/imports\/(.+)/.exec(path) ?? []
    if (imported) {
      account.imports.set(imported, bytes.toString())
      return response.setHeader('etag', createHash('md5').update(bytes).digest('hex')).end()
    }
    const { body, status } = replyTo(account, { bytes, method, origin, path })
    return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  return {
    account,
    close,
    variables: {
      CLOUDFLARE_ACCOUNT_ID: 'acc',
      CLOUDFLARE_API_BASE_URL: `${origin}/client/v4`,
      CLOUDFLARE_API_TOKEN: 'of nobody'
    }
  }
}
