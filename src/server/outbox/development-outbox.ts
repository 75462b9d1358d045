import { timeOrDateText } from '#domain/time/time-texts.ts'
import { prepareNamed } from '#server/db/client.ts'
import { emailOf } from '#server/db/schema/riders.ts'
import { dateFrom, parseStoredJson } from '#server/db/sql.ts'
import { deliversMail, isProduction } from '#server/runtime/env.ts'
import { escapeHtml, mailHtml, mailPage, storedMail } from './mail-content.ts'

// The sent messages as riders would see them, for development only. Links work. A deleted account leaves no content.

const SELECT_SENT = `
SELECT o.id, o.kind, o.channel, o.subject, o.body, o.sent_at, iif(u.id IS NULL, coalesce(a.email, ''), ${emailOf('u')}) AS email
  FROM outbox o LEFT JOIN users u ON u.id = o.user_id LEFT JOIN admins a ON a.id = o.admin_id
 WHERE o.state = 'sent' AND o.body IS NOT NULL AND (:id IS NULL OR o.id = :id)
 ORDER BY o.sent_at DESC, o.created_at DESC LIMIT 200`

interface SentMessage {
  id: string
  kind: string
  channel: string
  subject: string
  /** JSON of a MailContent. */
  body: string
  /** Unix seconds. */
  sent_at: number
  email: string
}

async function sentMessages(id: string | null): Promise<SentMessage[]> {
  const { results } = await prepareNamed(SELECT_SENT, { id }).all<SentMessage>()
  return results
}

/** The mails contain inline styles, which the policy of pages forbids. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'content-type': 'text/html; charset=utf-8'
}

const NOT_FOUND = { status: 404 }

/** Not in production, and not with an external backend. */
const isShown = () => !isProduction() && deliversMail()

/** Answers a page that lists the sent messages, newest first. 404 in production. */
export async function listSentMessages(now: Date): Promise<Response> {
  if (!isShown()) return new Response(null, NOT_FOUND)
  const items = (await sentMessages(null)).map(
    ({ channel, email, id, kind, sent_at, subject }) =>
      `<p><a href="/outbox/${id}">${escapeHtml(subject)}</a><br>${escapeHtml(email)} · ${channel} · ${kind} · ${timeOrDateText(dateFrom(sent_at), now)}</p>`
  )
  const list = items.length > 0 ? items.join('\n') : '<p>No messages sent yet. They are sent every minute.</p>'
  return new Response(mailPage('Outbox', `<div class="card"><h1>Outbox</h1>\n${list}</div>`), { headers: HEADERS })
}

/** Answers the HTML of one mail. 404 in production, and for unknown messages. */
export async function showSentMail(id: string): Promise<Response> {
  const [message] = isShown() ? await sentMessages(id) : []
  if (!message) return new Response(null, NOT_FOUND)
  return new Response(mailHtml(parseStoredJson('outbox.body', storedMail, message.body)), { headers: HEADERS })
}
