import type { Part } from '#lib/base/text/matches.ts'

/** Names of the icons of results; the pictures are in `found-icon.tsx`. */
export type FoundIcon =
  | 'activity'
  | 'api'
  | 'application'
  | 'ban'
  | 'check'
  | 'group'
  | 'key'
  | 'page'
  | 'permission'
  | 'phone'
  | 'refused'
  | 'sessions'
  | 'sign-out'
  | 'user'

/** One result: a link, and for a record what can be done with it. */
export interface Found {
  readonly href: string
  readonly icon: FoundIcon
  readonly text: readonly Part[]
  readonly hint?: readonly Part[]
  /** A person's picture in place of the icon. */
  readonly person?: { readonly initials: string; readonly tint: number }
  /** Acts, which are shown while the record is the active one. */
  readonly acts?: readonly Found[]
  /** Ways to its activity, likewise. */
  readonly activity?: readonly Found[]
}

/** The groups in their order. */
export const foundGroups = [
  'recent',
  'users',
  'applications',
  'groups',
  'apis',
  'permissions',
  'pages',
  'do',
  'activity',
] as const

export type FoundGroupName = (typeof foundGroups)[number]

export interface FoundGroup {
  readonly name: FoundGroupName
  readonly items: readonly Found[]
}

/** The key of a group's title. */
export const groupTitles = {
  recent: 'search.recent',
  users: 'shell.admin.users',
  applications: 'shell.admin.applications',
  groups: 'shell.admin.groups',
  apis: 'shell.admin.apis',
  permissions: 'lists.permissions',
  pages: 'search.pages',
  do: 'search.do',
  activity: 'shell.admin.activity',
} as const satisfies Record<FoundGroupName, string>
