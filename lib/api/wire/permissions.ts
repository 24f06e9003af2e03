import type { z } from 'zod'
import type { permission } from '#lib/api/contract/models/permissions.ts'
import type { PermissionRecord } from '#lib/persistence/permissions/permission-rows.ts'
import { resourceToWire } from './resources.ts'

export function permissionToWire(record: PermissionRecord): z.input<typeof permission> {
  return {
    id: record.id,
    permissionIdentifier: record.permissionIdentifier,
    description: record.description,
    resourceId: record.resourceId,
    resource: resourceToWire(record.resource),
  }
}
