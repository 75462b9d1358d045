import { type CDPSession, expect, type Page } from 'playwright/test'
import sharp from 'sharp'
import { PHOTO_FORM_MAX_BYTES, RIDER_PHOTO_MAX_BYTES } from '#domain/uploads/photos.ts'
import * as authText from '#messages/account/auth.ts'
import * as uploadsText from '#messages/uploads.ts'
import { expectText } from '#tests/e2e/helpers/booking.ts'
import { getAsAdmin, LICENCE_FILE } from '#tests/e2e/helpers/people.ts'
import { choosePhoto, expectHome, fillSignUp, submitSignUp } from '#tests/e2e/helpers/sign-up.ts'
import { test } from '#tests/e2e/helpers/test.ts'
import { NIGHTLY } from '#tests/helpers/hardening.ts'

/** The first bytes of a HEIC file. The test browsers cannot decode it. */
const HEIC = { buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), mimeType: '', name: 'IMG_0042.HEIC' }

/** A photo above five megabytes: red at the top, blue at the bottom, stored rotated with an EXIF orientation. */
async function largePhoto() {
  const [width, height] = [2400, 1600]
  const noise = (place: number) => (Math.imul(place, 2_654_435_761) >>> 24) / 2
  const pixels = Buffer.alloc(width * height * 3)
  for (let place = 0; place < width * height; place += 1) {
    const colour = place % width < width / 2 ? 0 : 2
    for (let part = 0; part < 3; part += 1)
      pixels[place * 3 + part] = noise(place * 3 + part) + (part === colour ? 128 : 0)
  }
  const rotated = sharp(pixels, { raw: { channels: 3, height, width } }).withMetadata({ orientation: 6 })
  const buffer = await rotated.jpeg({ chromaSubsampling: '4:4:4', quality: 95 }).toBuffer()
  expect(buffer.length).toBeGreaterThan(RIDER_PHOTO_MAX_BYTES)
  expect(buffer.length).toBeLessThan(PHOTO_FORM_MAX_BYTES)
  return { buffer, mimeType: 'image/jpeg', name: 'upright.png' }
}

const uploaded = (page: Page) => page.waitForResponse('**/api/uploads/license')

async function redAndBlue(picture: Buffer, top: number, height: number, width: number): Promise<[number, number]> {
  const { channels } = await sharp(await sharp(picture).extract({ height, left: 0, top, width }).toBuffer()).stats()
  return [channels[0]?.mean ?? 0, channels[2]?.mean ?? 0]
}

test(
  'a large photo is compressed in the browser, shows its progress and keeps its orientation',
  NIGHTLY,
  async ({ page }) => {
    await fillSignUp(page)
    await choosePhoto(page, await largePhoto())
    const reply = uploaded(page)
    await slow(await page.context().newCDPSession(page))
    await submitSignUp(page)
    await expectText(page, uploadsText.uploadingPhoto)
    const bar = page.getByRole('progressbar', { name: uploadsText.uploadingPhoto })
    await expect(bar).toHaveAttribute('value', /^[1-9]\d?$/)
    await expect(page.getByText(/^[1-9]\d?% uploaded$/)).toBeVisible()
    await expect(page.getByLabel(authText.licencePhoto)).toBeDisabled()
    const { url } = (await (await reply).json()) as { url: string }
    await expectHome(page)
    const picture = Buffer.from(await (await getAsAdmin(url)).body())
    const { exif, format, height, width } = await sharp(picture).metadata()
    expect([exif, format, height]).toEqual([undefined, 'jpeg', 2000])
    const [redAbove, blueAbove] = await redAndBlue(picture, 0, height / 4, width)
    const [redBelow, blueBelow] = await redAndBlue(picture, height - height / 4, height / 4, width)
    expect(redAbove).toBeGreaterThan(blueAbove + 50)
    expect(blueBelow).toBeGreaterThan(redBelow + 50)
  }
)

test(
  'a photo of camera or gallery is previewed, replaced and removed, and a HEIC is sent without a preview',
  NIGHTLY,
  async ({ page }) => {
    await fillSignUp(page)
    const preview = page.locator('form img')
    const camera = page.getByLabel(uploadsText.takePhoto, { exact: true })
    await expect(camera).toHaveAttribute('capture', 'environment')
    await expect(page.getByLabel(authText.licencePhoto)).not.toHaveAttribute('capture')
    const chooser = page.waitForEvent('filechooser')
    await camera.tap()
    await (await chooser).setFiles({ ...LICENCE_FILE, name: 'camera.png' })
    await expectText(page, 'camera.png')
    await expect(preview).toBeVisible()
    await page.getByRole('button', { name: uploadsText.removePhoto }).click()
    await expect(preview).toHaveCount(0)

    await choosePhoto(page)
    await expect(preview).toHaveJSProperty('naturalWidth', 1)
    const before = await preview.getAttribute('src')
    await choosePhoto(page, { ...LICENCE_FILE, name: 'another.png' })
    await expectText(page, 'another.png')
    await expect(preview).not.toHaveAttribute('src', before ?? '')
    expect(
      await page.evaluate(
        address =>
          new Promise(resolve => {
            const picture = new Image()
            picture.onload = () => resolve('kept')
            picture.onerror = () => resolve('revoked')
            picture.src = address
          }),
        before ?? ''
      )
    ).toBe('revoked')
    await page.getByRole('button', { name: uploadsText.removePhoto }).click()
    await expect(preview).toHaveCount(0)
    await expectText(page, uploadsText.takeOrChoosePhoto)
    await expect(page.getByLabel(authText.licencePhoto)).toBeFocused()
    await submitSignUp(page)
    await expectText(page, authText.signUpIncomplete)

    await choosePhoto(page, HEIC)
    await expectText(page, HEIC.name)
    await expectText(page, uploadsText.noPreview)
    await expect(preview).toHaveCount(0)
    await submitSignUp(page)
    await expectHome(page)
  }
)

function slow(network: CDPSession) {
  return network.send('Network.emulateNetworkConditions', {
    downloadThroughput: -1,
    latency: 0,
    offline: false,
    uploadThroughput: 200_000
  })
}
