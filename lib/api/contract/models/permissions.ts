import { z } from 'zod'
import { resource } from './resources.ts'

/** A permission with its resource; as a scope it reads `resource:permission`. */
export const permission = z
  .object({
    id: z.int(),
    permissionIdentifier: z.string(),
    description: z.string(),
    resourceId: z.int(),
    resource,
  })
  .meta({ id: 'Permission' })
