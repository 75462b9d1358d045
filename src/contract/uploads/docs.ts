import type { DocsOf } from '#contract/kit/endpoint-docs.ts'
import { uploadResult } from './uploads.ts'

export const components = { UploadResult: uploadResult }

export const docs: DocsOf<'uploads'> = {
  uploadLicence: {
    refusals: ['file_too_large', 'not_an_image', 'too_many_requests'],
    request: { email: 'asha@demo.test' },
    response: { url: '/api/admin/licenses/5f0c2b8e' },
    summary: "Upload a rider's licence photo before the sign-up"
  },
  uploadImage: {
    refusals: ['file_too_large', 'not_an_image', 'too_many_requests'],
    response: { url: '/api/images/0b8f6d1c' },
    summary: "Upload a property's picture"
  },
  uploadReturnPhoto: {
    refusals: ['file_too_large', 'not_an_image', 'too_many_requests'],
    response: { id: '3c1f9a7d' },
    summary: 'Upload a photo of the parked scooter before the ride is returned'
  },
  getReturnPhoto: { summary: 'Get the photo of a returned scooter, as its rider or an admin' },
  getImage: { refusals: ['not_found'], summary: 'Get an image' },
  getLicence: { summary: 'Get a licence photo' }
}
