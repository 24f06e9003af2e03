import type { z } from 'zod'
import type { userAttribute } from '#lib/api/contract/models/user-attributes.ts'
import type { UserAttributeRecord } from '#lib/persistence/users/user-attributes.ts'

export function userAttributeToWire(record: UserAttributeRecord): z.input<typeof userAttribute> {
  return {
    id: record.id,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    key: record.key,
    value: record.value,
    includeInIdToken: record.includeInIdToken,
    includeInAccessToken: record.includeInAccessToken,
    userId: record.userId,
  }
}
