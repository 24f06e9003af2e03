import { z } from 'zod'
import type { CatalogKey } from '#lib/answers/error-codes.ts'
import { success } from '../common.ts'

/** Refusals of an uploaded picture or logo. */
export const pictureErrors = [
  'validator.image.empty',
  'validator.image.unsupported_type',
  'validator.image.undecodable',
  'validator.image.dimensions_too_small',
  'validator.image.dimensions_too_large',
] as const satisfies readonly CatalogKey[]

export const pictureState = z.object({
  hasPicture: z.boolean().describe('Whether there is a picture.'),
  pictureUrl: z
    .string()
    .optional()
    .describe('Where the picture is served, to everybody; left out when there is none.'),
})

/** The answer to an upload. */
export const pictureStored = success.extend({
  pictureUrl: z.string().describe('Where the picture is served, to everybody.'),
})
