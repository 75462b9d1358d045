import { mailProviderName } from '#server/runtime/message-config.ts'
import { cloudflareEmail } from './cloudflare-email.ts'
import { resend } from './resend.ts'

export interface Mail {
  /** The same for every attempt. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  attachments: readonly Attachment[]
}

interface Attachment {
  filename: string
  /** A MIME type. */
  type: string
  content: string
}

/** 'retry': it may not have been sent, and a later attempt may work. 'rejected': no attempt will work. */
export interface SendFailure {
  outcome: 'rejected' | 'retry'
  /** The service's error code, else the service's name. For the log. */
  code: string
  /** For admins only, because the service may quote the address. */
  message: string
}

export type SendResult = { outcome: 'sent' } | SendFailure

/** Never throws. */
export type MailProvider = (mail: Mail) => Promise<SendResult>

/** Sends nothing. The outbox keeps what would have been sent. */
const sendNothing: MailProvider = async () => ({ outcome: 'sent' })

const PROVIDERS = { cloudflare: cloudflareEmail, kept: sendNothing, resend }

export function mailProvider(): MailProvider {
  return PROVIDERS[mailProviderName()]
}
