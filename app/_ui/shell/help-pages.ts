import type { Messages } from '#lib/i18n/messages.ts'

/** What the help of a page shows: its text, and the chapter of the documentation. */
export interface HelpOfPage {
  readonly name: keyof Messages['help']
  readonly chapter: string
}

const audit = '/docs/administer#the-audit-log'
const console = '/docs/administer#the-console'
const permission = '/docs/concepts#resource-and-permission'

/** The pages of the administration by their addresses; the first that fits counts. */
const pages = [
  ['/admin/dashboard', 'dashboard', console],
  ['/admin/activity', 'activity', audit],
  ['/admin/refusals', 'refusals', '/docs/integrate/errors'],
  ['/admin/users', 'users', '/docs/administer#everyday-tasks'],
  ['/admin/groups', 'groups', permission],
  ['/admin/sessions', 'sessions', '/docs/concepts#session'],
  ['/admin/administrators', 'administrators', '/docs/administer'],
  ['/admin/clients', 'applications', '/docs/concepts#client'],
  ['/admin/resources', 'apis', permission],
  ['/admin/identity-providers', 'providers', '/docs/identity-providers'],
  ['/admin/search', 'search', console],
  ['/admin/settings/audit-log', 'activity_settings', audit],
  ['/admin/settings/sign-in', 'methods', '/docs/sign-in-methods'],
  ['/admin/settings/accounts', 'registration', '/docs/sign-in-methods#who-may-register'],
  ['/admin/settings/branding', 'branding', '/docs/branding'],
  ['/admin/settings/ui-theme', 'branding', '/docs/branding'],
  ['/admin/settings/general', 'general', console],
  ['/admin/settings/sessions', 'lifetimes', '/docs/concepts#session'],
  ['/admin/settings/tokens', 'lifetimes', '/docs/concepts#tokens'],
  ['/admin/settings/keys', 'keys', '/docs/administer#signing-keys'],
  ['/admin/settings/email', 'email', '/docs/operate/mail'],
  ['/admin/settings/protocol', 'protocol', console],
] as const satisfies readonly (readonly [string, HelpOfPage['name'], string])[]

/** The addresses of all chapters. */
export const chapterAddresses: readonly string[] = [
  ...new Set(pages.map(([, , chapter]) => chapter)),
]

/** The help of a page of the administration. */
export function helpOf(path: string): HelpOfPage {
  const [, name, chapter] = pages.find(([page]) => path.startsWith(page)) ?? ['', 'other', console]
  return { name, chapter }
}
