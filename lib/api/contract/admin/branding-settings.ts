import { z } from 'zod'
import { describedBy, storableText } from '../common.ts'
import { define } from '../define.ts'
import { brandingSettings } from '../models/branding.ts'
import { pictureErrors } from '../models/pictures.ts'

/** Absent and null leave the stored value. */
const kept = () =>
  storableText()
    .nullish()
    .transform((value) => value ?? undefined)

const byName = z.object({
  name: z
    .enum(['logo-light', 'logo-dark', 'icon'])
    .describe('The logo, the logo for dark grounds, or the icon.'),
})

export const getBrandingSettings = define({
  id: 'getBrandingSettings',
  method: 'GET',
  path: '/api/v1/admin/settings/branding',
  access: 'settings',
  summary: 'Read the company’s look on pages and in mail',
  response: brandingSettings,
  errors: [],
})

export const updateBrandingSettings = define({
  id: 'updateBrandingSettings',
  method: 'PUT',
  path: '/api/v1/admin/settings/branding',
  access: 'settings',
  summary: 'Save the company’s look; fields that are left out stay as they are',
  body: z.object(
    describedBy(brandingSettings, {
      primaryColor: kept(),
      primaryColorDark: kept(),
      corners: kept(),
      supportUrl: kept().describe('An https or `mailto:` address of at most 256 characters.'),
      privacyUrl: kept().describe('An https address of at most 256 characters.'),
      termsUrl: kept().describe('An https address of at most 256 characters.'),
      statusUrl: kept().describe('An https address of at most 256 characters.'),
      footerText: kept().describe('At most 200 characters.'),
    }),
  ),
  response: brandingSettings,
  errors: ['INVALID_REQUEST_BODY', 'VALIDATION_ERROR'],
})

export const uploadBrandingImage = define({
  id: 'uploadBrandingImage',
  method: 'POST',
  path: '/api/v1/admin/settings/branding/images/{name}',
  access: 'settings',
  summary:
    'Set a logo (10×10 to 1024×512 pixels) or the icon (square, 64 to 512): JPEG, PNG, GIF or WebP of at most 1 MiB, ' +
    'stored as PNG',
  params: byName,
  upload: 'picture',
  response: brandingSettings,
  errors: [
    'VALIDATION_ERROR',
    'FILE_TOO_LARGE',
    'NO_FILE',
    ...pictureErrors,
    'validator.image.is_svg',
    'validator.image.not_square',
  ],
})

export const deleteBrandingImage = define({
  id: 'deleteBrandingImage',
  method: 'DELETE',
  path: '/api/v1/admin/settings/branding/images/{name}',
  access: 'settings',
  summary: 'Remove a logo or the icon',
  params: byName,
  response: brandingSettings,
  errors: ['VALIDATION_ERROR'],
})
