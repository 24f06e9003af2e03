import type { Found, FoundGroup } from './found.ts'

/** True when a result is a record, whose acts the palette shows. */
export function isRecord({ acts, activity }: Found): boolean {
  return acts !== undefined || activity !== undefined
}

/**
 * The groups with the acts and the activity of one record in their places. They stand after all records and pages, so
 * that nothing above them moves, and an act is never the first result.
 */
export function withActsOf(
  groups: readonly FoundGroup[],
  record: Found | undefined,
): readonly FoundGroup[] {
  if (!record) return groups
  const others = groups.filter(({ name }) => name !== 'activity')
  const ofActivity = groups.find(({ name }) => name === 'activity')?.items ?? []
  return [
    ...others,
    { name: 'do' as const, items: record.acts ?? [] },
    { name: 'activity' as const, items: [...(record.activity ?? []), ...ofActivity] },
  ].filter(({ items }) => items.length > 0)
}
