import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { warnAboutMissing } from '../../../scripts/build/build.ts'

/** The support button of every page in a build with this number. */
async function supportButton(phone: string | undefined): Promise<string> {
  vi.resetModules()
  vi.stubEnv('PUBLIC_SUPPORT_PHONE', phone)
  const { PageFoot } = await import('#islands/ui/chrome/page-frame.tsx')
  return renderToStaticMarkup(createElement(PageFoot))
}

afterEach(() => vi.unstubAllEnvs())

describe('a build', () => {
  test.each([{}, { PUBLIC_SUPPORT_PHONE: '' }, { PUBLIC_SUPPORT_PHONE: 'to be told' }])(
    'with %j warns that the support number is missing, and has no button',
    async (variables: { PUBLIC_SUPPORT_PHONE?: string }) => {
      const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined)
      warnAboutMissing(variables)
      expect(warned).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('PUBLIC_SUPPORT_PHONE'))
      expect(await supportButton(variables.PUBLIC_SUPPORT_PHONE)).not.toContain('href')
    }
  )
  test('with a number, in any notation, has the button and no warning', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    warnAboutMissing({ PUBLIC_SUPPORT_PHONE: '+91 98450 12345' })
    expect(warned).not.toHaveBeenCalled()
    expect(await supportButton('+91 98450 12345')).toContain('href="https://wa.me/919845012345?text=')
  })
})
