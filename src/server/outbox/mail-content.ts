import { whatsAppUrl } from '#domain/whatsapp.ts'
import { brand } from '#messages/app-shell.ts'
import * as text from '#messages/mails.ts'
import { supportRequest } from '#messages/support.ts'
import { siteUrl } from '#server/runtime/message-config.ts'

/** Everything that a mail shows. The outbox keeps it as JSON. */
export interface MailContent {
  subject: string
  lines: readonly string[]
  button: { label: string; url: string }
  /** Null: no support number is known. */
  supportUrl: string | null
  /** The property that the mail is about. */
  property: string | null
}

/** The URL of a page of the site; a path alone where the site's address is not known, as in development. */
export const pageUrl = (path: string) => `${siteUrl()}${path}`

/** `phone` is digits in the international form. */
export function supportUrl(phone: string | null, scooter: string | null): string | null {
  const number = phone || (import.meta.env.PUBLIC_SUPPORT_PHONE ?? '').replace(/\D/g, '')
  return number ? whatsAppUrl(number, supportRequest(scooter)) : null
}

export function mailText({ button, lines, property, supportUrl }: MailContent): string {
  return [
    ...lines,
    `${button.label}: ${button.url}`,
    ...(supportUrl ? [`${text.questions}: ${supportUrl}`] : []),
    `${text.footer(property)}. ${text.noReply}`
  ].join('\n\n')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#39;',
  '<': '&lt;',
  '>': '&gt;'
}

export const escapeHtml = (value: string) => value.replace(/["&'<>]/g, character => ENTITIES[character] ?? '')

// Mail programs read neither stylesheets nor custom properties. These are the colours of styles/tokens.css.
const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
body { margin: 0; background: #f3f6f3; color: #12201a; font: 16px/1.5 Figtree, -apple-system, 'Segoe UI', Roboto, sans-serif }
.page { max-width: 560px; margin: 0 auto; padding: 24px 16px }
.brand { margin: 0 0 12px; font-weight: 700; font-size: 18px; color: #0a5e37 }
.card { background: #fff; border: 1px solid #d3dbd4; border-radius: 12px; padding: 24px 20px }
h1 { margin: 0 0 12px; font-size: 22px; line-height: 1.25 }
p { margin: 0 0 16px }
.last { margin: 0 }
.button { display: inline-block; background: #0b7a46; color: #fff !important; border-radius: 10px; padding: 13px 20px; font-weight: 600; text-decoration: none }
.foot { margin: 16px 4px 0; font-size: 14px; color: #48564d }
.foot a { color: #0a5e37 }
@media (prefers-color-scheme: dark) {
  body { background: #0c1310; color: #e9f1ec }
  .brand, .foot a { color: #74dfa7 }
  .card { background: #141d18; border-color: #2c3932 }
  .button { background: #3ecb84; color: #05170d !important }
  .foot { color: #a8b8ae }
}`

/** The page around the content of a mail. `content` is HTML. */
export function mailPage(title: string, content: string): string {
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
<p class="brand">${escapeHtml(brand)}</p>
${content}
</div>
</body>
</html>`
}

export function mailHtml({ button, lines, property, subject, supportUrl }: MailContent): string {
  const paragraphs = lines.map(line => `<p>${escapeHtml(line)}</p>`).join('\n')
  const support = supportUrl ? `<p><a href="${escapeHtml(supportUrl)}">${escapeHtml(text.questions)}</a></p>` : ''
  return mailPage(
    subject,
    `<div class="card">
<h1>${escapeHtml(subject)}</h1>
${paragraphs}
<p class="last"><a class="button" href="${escapeHtml(button.url)}">${escapeHtml(button.label)}</a></p>
</div>
<div class="foot">${support}<p>${escapeHtml(text.footer(property))}. ${escapeHtml(text.noReply)}</p></div>`
  )
}
