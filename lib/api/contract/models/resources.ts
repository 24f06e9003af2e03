import { z } from 'zod'
import { recordFields } from '../common.ts'

/** A resource with permissions (docs/specification.md "Resource and permission"). */
export const resource = z
  .object({
    id: recordFields.id,
    resourceIdentifier: z
      .string()
      .describe(
        'First half of the scopes `resource:permission`, and `aud` of access tokens that carry one; unique.',
      ),
    description: z.string().describe('What the resource is, for people; may be empty.'),
    isSystemLevelResource: z
      .boolean()
      .meta({ description: 'True for the built-in resource of this server.' }),
  })
  .meta({ id: 'Resource' })

/** A resource in search results; the last field only with `details`. */
export const foundResource = resource
  .extend({
    permissionCount: z
      .int()
      .optional()
      .describe('With `details`: how many permissions the resource has.'),
  })
  .meta({ id: 'FoundResource' })

export const resourceIndicators = z
  .object({
    indicators: z
      .array(z.string())
      .describe(
        'Addresses that name the resource in `resource` (RFC 8707). The first is `aud` of tokens that are limited ' +
          'to the resource; the others are accepted too.',
      ),
  })
  .meta({ id: 'ResourceIndicators' })
