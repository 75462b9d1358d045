import { atom } from 'nanostores'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PASSWORD_RULES } from '#domain/riders/fields.ts'
import { Form } from '#islands/ui/controls/form.tsx'
import { PasswordField } from '#islands/ui/controls/password-field.tsx'

test('a form that is sent before hydration puts no input into the URL', () => {
  const form = { $errorCount: atom(0) }
  const html = renderToStaticMarkup(
    <Form className="" form={form} onSubmit={async () => undefined}>
      <input name="email" />
    </Form>
  )
  expect(html).toMatch(/<form [^>]*method="post"/)
})

const rendered = (autoComplete: string) =>
  renderToString(<PasswordField autoComplete={autoComplete} label="Password" onChange={() => undefined} value="" />)

test('only the field of a new password has the rules for a suggested one', () => {
  const [, rules] = / passwordrules="([^"]*)"/.exec(rendered('new-password')) ?? []
  const unescaped = rules?.replaceAll(/&(lt|gt|quot|amp);/g, (_, name: 'amp' | 'gt' | 'lt' | 'quot') => {
    return { amp: '&', gt: '>', lt: '<', quot: '"' }[name]
  })
  expect(unescaped).toBe(PASSWORD_RULES)
  expect(rendered('current-password')).not.toContain('passwordrules')
})
