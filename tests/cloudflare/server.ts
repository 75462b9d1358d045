import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Account, ANSWERS, Missing } from './account.ts'

interface Reply {
  body: object
  status: number
}

function replyTo(account: Account, method: string, path: string, body: string): Reply {
  const [found] = ANSWERS.filter(([known, pattern]) => known === method && pattern.test(path))
  try {
    if (!found) throw new Missing(10_007)
    const [, pattern, answer] = found
    const name = decodeURIComponent(pattern.exec(path)?.groups?.name ?? '')
    const result = answer({ account, body, name })
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
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '' } = request
    const { body, status } = replyTo(account, method, url.replace(/\?.*/, ''), await text(request))
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    account,
    close: () => server.close(),
    variables: {
      CLOUDFLARE_ACCOUNT_ID: 'acc',
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}/client/v4`,
      CLOUDFLARE_API_TOKEN: 'of nobody'
    }
  }
}
