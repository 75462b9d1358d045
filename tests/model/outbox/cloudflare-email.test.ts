import { beforeEach, describe, expect, test } from 'vitest'
import { mailProvider } from '#server/outbox/channels.ts'
import { env } from '#server/runtime/env.ts'

const mail = {
  attachments: [{ content: 'BEGIN:VCALENDAR', filename: 'scooter.ics', type: 'text/calendar' }],
  html: '<p>Booked</p>',
  id: 'm-1',
  subject: 'Your scooter is booked',
  text: 'Booked',
  to: 'asha@example.com'
}

let sent: unknown[] = []

/** The binding of Cloudflare Email Service; it throws errors with a code. */
const bindTo = (send: (message: unknown) => Promise<unknown>) =>
  Object.assign(env, { EMAIL: { send }, MAIL_FROM: 'rides@example.com', MAIL_PROVIDER: 'cloudflare' })

const failWith = (code: string) => bindTo(() => Promise.reject(Object.assign(new Error('refused'), { code })))

beforeEach(() => {
  sent = []
})

describe('Cloudflare Email Service', () => {
  test('gets the mail with its attachment', async () => {
    bindTo(async message => sent.push(message))
    expect(await mailProvider()(mail, new Date())).toEqual({ outcome: 'sent' })
    expect(sent).toMatchObject([
      { attachments: [{ disposition: 'attachment', filename: 'scooter.ics' }], from: 'rides@example.com', to: mail.to }
    ])
  })

  test.each(['E_RECIPIENT_SUPPRESSED', 'E_VALIDATION_ERROR'])('that refuses with %s is not asked again', async code => {
    failWith(code)
    expect(await mailProvider()(mail, new Date())).toMatchObject({ code, outcome: 'rejected' })
  })

  test.each(['E_RATE_LIMIT_EXCEEDED', 'E_INTERNAL_SERVER_ERROR', 'E_SENDER_NOT_VERIFIED'])(
    'that fails with %s is asked again',
    async code => {
      failWith(code)
      expect(await mailProvider()(mail, new Date())).toMatchObject({ code, outcome: 'retry' })
    }
  )

  test('without an error code is asked again', async () => {
    bindTo(() => Promise.reject(new Error('connection lost')))
    expect(await mailProvider()(mail, new Date())).toMatchObject({ code: 'Cloudflare', outcome: 'retry' })
  })
})
