import type { z } from 'zod'
import type { group } from '#lib/api/contract/models/groups.ts'
import type { CountedGroup } from '#lib/persistence/groups/counted-groups.ts'

export function groupToWire(record: CountedGroup): z.input<typeof group> {
  return {
    id: record.id,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    groupIdentifier: record.groupIdentifier,
    description: record.description,
    includeInIdToken: record.includeInIdToken,
    includeInAccessToken: record.includeInAccessToken,
    memberCount: record.memberCount,
  }
}
