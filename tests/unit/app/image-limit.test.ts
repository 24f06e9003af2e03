import { expect, test } from 'vitest'
import { maxImageMebibytes } from '#app/admin/settings/branding/image-names.ts'
import { maxBrandingImageBytes } from '#lib/domain/branding/branding-images.ts'

test('the page of the company’s look names the limit that the server has', () => {
  expect(maxImageMebibytes * 1024 * 1024).toBe(maxBrandingImageBytes)
})
