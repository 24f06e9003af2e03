import type { z } from 'zod'
import type { resource } from '#lib/api/contract/models/resources.ts'
import { builtInResource } from '#lib/domain/permissions/built-in.ts'
import type { ResourceRecord } from '#lib/persistence/permissions/resources.ts'

export function resourceToWire(record: ResourceRecord): z.input<typeof resource> {
  return {
    id: record.id,
    resourceIdentifier: record.resourceIdentifier,
    description: record.description,
    isSystemLevelResource: record.resourceIdentifier === builtInResource.identifier,
  }
}
