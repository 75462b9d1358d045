import { atom } from 'nanostores'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Form } from '#islands/ui/controls/form.tsx'

test('a form that is sent before hydration puts no input into the URL', () => {
  const form = { $errorCount: atom(0) }
  const html = renderToStaticMarkup(
    <Form className="" form={form} onSubmit={async () => undefined}>
      <input name="email" />
    </Form>
  )
  expect(html).toMatch(/<form [^>]*method="post"/)
})
