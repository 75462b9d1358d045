import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { AlertStatus, FailedCheck } from '#domain/monitoring.ts'
import { startLocalServer } from '#tests/helpers/servers/local-server.ts'

// A service of the operator that takes alerts at POST /alerts and heartbeats at GET /heartbeat. It drops an alert whose
// idempotency key it knows, as a real receiver does.

interface ReceivedAlert {
  at: string
  checks: FailedCheck[]
  id: string
  previous: AlertStatus
  site: string
  status: AlertStatus
}

/** 'slow': no answer. 'lost': taken, but the connection ends before the answer. 'redirect': to /elsewhere. */
export type ReceiverFault = 'lost' | 'redirect' | 'slow' | number

interface RawRequest {
  body: string
  headers: IncomingMessage['headers']
  method: string
  path: string
}

/** The Worker's variables for this service. */
export const alertVariables = (origin: string) => ({
  ALERT_WEBHOOK_SECRET: 'of-the-alerts',
  ALERT_WEBHOOK_URL: `${origin}/alerts?token=of-the-address`,
  HEARTBEAT_URL: `${origin}/heartbeat`,
  SITE_URL: 'https://scootstay.test'
})

export async function startAlertReceiver() {
  const told: ReceivedAlert[] = []
  const requests: RawRequest[] = []
  /** Applied to every request with this path until it is removed. */
  const faults = new Map<string, ReceiverFault>()

  const take = ({ body, headers }: RawRequest) => {
    const alert = JSON.parse(body) as ReceivedAlert
    if (headers['idempotency-key'] === alert.id && !told.some(({ id }) => id === alert.id)) told.push(alert)
  }

  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { headers, method = '', url = '' } = incoming
    const path = url.split('?')[0] ?? ''
    const request = { body: await text(incoming), headers, method, path }
    requests.push(request)
    const fault = faults.get(path)
    if (fault === 'slow') return
    if (fault === 'redirect') return response.writeHead(307, { location: '/elsewhere' }).end()
    if (typeof fault === 'number') return response.writeHead(fault).end('of-the-receiver')
    if (path === '/alerts') take(request)
    if (fault === 'lost') return response.destroy()
    return response.writeHead(200).end('ok')
  }

  const server = await startLocalServer((request, response) => void answer(request, response))
  return {
    ...server,
    faults,
    requests,
    requestsTo: (path: string) => requests.filter(request => request.path === path),
    told
  }
}
