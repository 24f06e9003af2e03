/** Acts on several records, and how much each asks before it: `final` cannot be undone. */
export const bulkGrades = {
  'add-to-group': 'plain',
  'end-sessions': 'danger',
  disable: 'danger',
  enable: 'plain',
  'disable-applications': 'danger',
  'enable-applications': 'plain',
  'delete-applications': 'final',
  'delete-groups': 'final',
  'delete-apis': 'final',
  'sign-out': 'danger',
} as const

export type BulkActName = keyof typeof bulkGrades

/** Every act on a record; `remove-from-group` only takes another act back. */
export type DoneActName = BulkActName | 'remove-from-group'
