/** Chapters of the documentation by the pages that they explain; the first page that fits counts. */
const chapters = [
  ['/admin/clients', '/docs/concepts#client'],
  ['/admin/resources', '/docs/concepts#resource-and-permission'],
  ['/admin/groups', '/docs/concepts#resource-and-permission'],
  ['/admin/users', '/docs/administer#everyday-tasks'],
  ['/admin/activity', '/docs/administer#the-audit-log'],
  ['/admin/refusals', '/docs/integrate/errors'],
  ['/admin/settings/audit-log', '/docs/administer#the-audit-log'],
  ['/admin/settings/branding', '/docs/branding'],
  ['/admin/settings/email', '/docs/operate/mail'],
  ['/admin/settings/keys', '/docs/administer#signing-keys'],
  ['/admin/settings/sessions', '/docs/concepts#session'],
  ['/admin/settings/tokens', '/docs/concepts#tokens'],
  ['/admin', '/docs/administer#the-console'],
] as const

/** The addresses of all chapters. */
export const chapterAddresses: readonly string[] = chapters.map(([, chapter]) => chapter)

/** The chapter of the documentation about a page of the administration. */
export function chapterOf(path: string): string {
  return chapters.find(([page]) => path.startsWith(page))?.[1] ?? '/docs'
}
