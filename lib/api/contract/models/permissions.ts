import { z } from 'zod'
import { recordFields } from '../common.ts'
import { resource } from './resources.ts'

/** A permission with its resource; its scope is `resource:permission`. */
export const permission = z
  .object({
    id: recordFields.id,
    permissionIdentifier: z
      .string()
      .describe('Second half of the scope `resource:permission`; unique in the resource.'),
    description: z
      .string()
      .describe('What the permission allows, as the consent page tells it; may be empty.'),
    resourceId: z.int().describe('The `id` of the resource.'),
    resource: resource.describe('The resource that the permission belongs to.'),
  })
  .meta({ id: 'Permission' })
