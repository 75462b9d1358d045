import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { startLocalServer } from '#tests/helpers/servers/local-server.ts'

// A mail service with Resend's protocol: POST /emails with an idempotency key. It keeps the mails that it accepted.

interface SentMail {
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  attachments?: { filename: string; content: string; content_type: string }[]
}

/** 'hang': no answer. 'lost': the mail is sent, but the connection ends before the answer. 'mute': sent, no answer. */
type MailFault = 'hang' | 'html' | 'lost' | 'mute' | { status: number; name: string; retryAfter?: string }

const API_KEY = 're_test'

/** The Worker's variables for this service. */
export const mailVariables = (origin: string) => ({
  MAIL_FROM: 'ScootStay <rides@scootstay.test>',
  MAIL_PROVIDER: 'resend',
  RESEND_API_KEY: API_KEY,
  RESEND_API_URL: origin,
  SITE_URL: 'https://scootstay.test'
})

export async function startResend() {
  const sent: (SentMail & { key: string })[] = []
  /** Applied to the next requests, one each. Null: none. */
  const faults: (MailFault | null)[] = []
  let requests = 0

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    requests += 1
    const fault = faults.shift()
    const mail = (await json(request)) as SentMail
    const reply = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const refuse = (statusCode: number, name: string) =>
      reply(statusCode, { message: `Refused: ${name}`, name, statusCode })
    if (request.method !== 'POST' || request.url !== '/emails') return refuse(404, 'not_found')
    if (request.headers.authorization !== `Bearer ${API_KEY}`) return refuse(403, 'invalid_api_key')
    if (fault === 'hang') return
    if (fault === 'html') return response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
    if (typeof fault === 'object' && fault !== null) {
      if (fault.retryAfter !== undefined) response.setHeader('retry-after', fault.retryAfter)
      return refuse(fault.status, fault.name)
    }
    const key = String(request.headers['idempotency-key'] ?? '')
    if (key === '' || key.length > 256) return refuse(400, 'invalid_idempotency_key')
    const earlier = sent.find(other => other.key === key)
    const isSame = earlier !== undefined && JSON.stringify({ ...mail, key }) === JSON.stringify(earlier)
    if (earlier && !isSame) return refuse(409, 'invalid_idempotent_request')
    if (!earlier) sent.push({ ...mail, key })
    if (fault === 'mute') return
    if (fault === 'lost') return response.destroy()
    return reply(200, { id: `mail-${key}` })
  }

  const server = await startLocalServer((request, response) => void answer(request, response))
  return {
    ...server,
    faults,
    requests: () => requests,
    sent
  }
}
