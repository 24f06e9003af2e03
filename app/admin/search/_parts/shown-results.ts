import { type Found, type FoundGroup, foundGroups } from './found.ts'

/** Whether a result is a record, of which the palette shows acts. */
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
  const more = { do: record.acts ?? [], activity: record.activity ?? [] }
  return foundGroups
    .map((name) => ({
      name,
      items: [
        ...(name === 'do' || name === 'activity' ? more[name] : []),
        ...(groups.find((group) => group.name === name)?.items ?? []),
      ],
    }))
    .filter(({ items }) => items.length > 0)
}
