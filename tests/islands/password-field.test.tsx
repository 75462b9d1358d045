import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PASSWORD_RULES } from '#domain/riders/fields.ts'
import { PasswordField } from '#islands/ui/controls/password-field.tsx'

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
