import * as v from 'valibot'
import { BRAND_NAME } from '#domain/brand/brand.ts'
import { themes } from '#domain/brand/palette.ts'
import { PATHS, whatsAppUrl } from '#domain/routes.ts'
import { timeOrDateText } from '#domain/time/time-texts.ts'
import * as appShellText from '#messages/app-shell.ts'
import * as legalLinksText from '#messages/legal/legal-links.ts'
import * as mailsText from '#messages/mails.ts'
import * as receiptsText from '#messages/receipts.ts'
import { prepareNamed } from '#server/db/client.ts'
import { emailOf } from '#server/db/schema/riders.ts'
import { dateFrom, parseStoredJson } from '#server/db/sql.ts'
import { deliversMail, isProduction, siteUrl } from '#server/runtime/env.ts'

/** Everything that a mail shows. `outbox.body` keeps it as JSON. */
const storedMail = v.object({
  subject: v.string(),
  lines: v.array(v.string()),
  button: v.object({ label: v.string(), url: v.string() }),
  /** Null: the mail is about no payment. Missing in older rows. */
  receiptUrl: v.nullish(v.string(), null),
  /** Null: no support number is known. */
  supportUrl: v.nullable(v.string()),
  /** The property that the mail is about. */
  property: v.nullable(v.string())
})
export type MailContent = v.InferOutput<typeof storedMail>

/** The URL of a page of the site; a path alone where the site's address is not known, as in development. */
export const pageUrl = (path: string) => `${siteUrl()}${path}`

/** `phone` is digits in the international form. */
export function supportUrl(phone: string | null, scooter: string | null): string | null {
  const number = phone || (import.meta.env.PUBLIC_SUPPORT_PHONE ?? '').replace(/\D/g, '')
  return number ? whatsAppUrl(number, appShellText.supportRequest(scooter)) : null
}

export function mailText({ button, lines, property, receiptUrl, supportUrl }: MailContent): string {
  return [
    ...lines,
    `${button.label}: ${button.url}`,
    ...(receiptUrl ? [`${receiptsText.receipt}: ${receiptUrl}`] : []),
    ...(supportUrl ? [`${mailsText.contactSupport}: ${supportUrl}`] : []),
    `${mailsText.footer(property)}. ${mailsText.noReply}`,
    `${legalLinksText.complaints}: ${pageUrl(PATHS.contact)}`
  ].join('\n\n')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#39;',
  '<': '&lt;',
  '>': '&gt;'
}

const escapeHtml = (value: string) => value.replace(/["&'<>]/g, character => ENTITIES[character] ?? '')

// Mail programs read neither stylesheets nor custom properties.
const { dark, light } = themes()
const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
body { margin: 0; background: ${light.bg}; color: ${light.ink}; font: 16px/1.5 Figtree, -apple-system, 'Segoe UI', Roboto, sans-serif }
.page { max-width: 560px; margin: 0 auto; padding: 24px 16px }
.brand { margin: 0 0 12px; font-weight: 700; font-size: 18px; color: ${light['accent-ink']} }
.card { background: #fff; border: 1px solid ${light.line}; border-radius: 12px; padding: 24px 20px }
h1 { margin: 0 0 12px; font-size: 22px; line-height: 1.25 }
p { margin: 0 0 16px }
.last { margin: 0 }
.button { display: inline-block; background: ${light.accent}; color: ${light['on-accent']} !important; border-radius: 10px; padding: 13px 20px; font-weight: 600; text-decoration: none }
.foot { margin: 16px 4px 0; font-size: 14px; color: ${light['ink-2']} }
.foot a { color: ${light['accent-ink']} }
@media (prefers-color-scheme: dark) {
  body { background: ${dark.bg}; color: ${dark.ink} }
  .brand, .foot a { color: ${dark['accent-ink']} }
  .card { background: ${dark.surface}; border-color: ${dark.line} }
  .button { background: ${dark.accent}; color: ${dark['on-accent']} !important }
  .foot { color: ${dark['ink-2']} }
}`

/** The page around the content of a mail. `content` is HTML. */
function mailPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<div class="page">
<p class="brand">${escapeHtml(BRAND_NAME)}</p>
${content}
</div>
</body>
</html>`
}

export function mailHtml({ button, lines, property, receiptUrl, subject, supportUrl }: MailContent): string {
  const paragraphs = lines.map(line => `<p>${escapeHtml(line)}</p>`).join('\n')
  const link = (url: string | null, label: string) =>
    url ? `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>` : ''
  const links = link(receiptUrl, receiptsText.receipt) + link(supportUrl, mailsText.contactSupport)
  const contact = escapeHtml(pageUrl(PATHS.contact))
  return mailPage(
    subject,
    `<div class="card">
<h1>${escapeHtml(subject)}</h1>
${paragraphs}
<p class="last"><a class="button" href="${escapeHtml(button.url)}">${escapeHtml(button.label)}</a></p>
</div>
<div class="foot">${links}<p>${escapeHtml(mailsText.footer(property))}. ${escapeHtml(mailsText.noReply)}</p><p>${legalLinksText.complaints}: <a href="${contact}">${contact}</a></p></div>`
  )
}

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
