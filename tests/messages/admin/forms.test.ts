import { expect, test } from 'vitest'
import { IMAGE_UPLOAD_MAX_BYTES } from '#domain/uploads/size-limits.ts'
import { imageCaption } from '#messages/admin/forms.ts'

test('the caption of a picture names the most that an upload may have', () => {
  expect(imageCaption).toContain(`up to ${IMAGE_UPLOAD_MAX_BYTES / 1024 ** 2} MB`)
})
