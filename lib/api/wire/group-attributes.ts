import type { z } from 'zod'
import type { groupAttribute } from '#lib/api/contract/models/group-attributes.ts'
import type { GroupAttributeRecord } from '#lib/persistence/groups/group-attributes.ts'

export function groupAttributeToWire(record: GroupAttributeRecord): z.input<typeof groupAttribute> {
  return {
    id: record.id,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    key: record.key,
    value: record.value,
    includeInIdToken: record.includeInIdToken,
    includeInAccessToken: record.includeInAccessToken,
    groupId: record.groupId,
  }
}
