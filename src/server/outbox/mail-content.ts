import * as v from 'valibot'
import { BRAND_NAME } from '#domain/brand/brand.ts'
import { themes } from '#domain/brand/palette.ts'
import { PATHS, whatsAppUrl } from '#domain/routes.ts'
import * as appShellText from '#messages/app-shell.ts'
import * as legalLinksText from '#messages/legal/legal-links.ts'
import * as mailsText from '#messages/mails.ts'
import * as receiptsText from '#messages/receipts.ts'
import { siteUrl } from '#server/runtime/env.ts'

/** Everything that a mail shows. `outbox.body` keeps it as JSON. */
export const storedMail = v.object({
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

export const escapeHtml = (value: string) => value.replace(/["&'<>]/g, character => ENTITIES[character] ?? '')

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
