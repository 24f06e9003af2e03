import type { Queries } from '../database/tables.ts'

/** An address that names a resource. */
export interface IndicatorRecord {
  readonly resourceIdentifier: string
  readonly uri: string
  readonly uriKey: string
}

/** The addresses of all resources; of one resource in the order in which they were saved. */
export function all(queries: Queries): Promise<IndicatorRecord[]> {
  return queries
    .selectFrom('resourceIndicators')
    .innerJoin('resources', 'resources.id', 'resourceIndicators.resourceId')
    .select(['resourceIdentifier', 'uri', 'uriKey'])
    .orderBy('resourceIndicators.id')
    .execute()
}
