import type { Domain } from '#app/_ui/shell/rights.ts'
import type { Messages } from '#lib/i18n/messages.ts'

/** A page of the rail. */
export interface AdminPage {
  readonly name: keyof Messages['shell']['admin']
  readonly href: string
  /** What the visitor must be able to read; absent: any part. */
  readonly domain?: Domain
  readonly covers?: readonly string[]
}

interface Group {
  readonly title?: keyof Messages['shell']['groups']
  readonly pages: readonly AdminPage[]
}

const settings = '/admin/settings'

/** The pages of the administration as the rail shows them. */
export const adminPages: readonly Group[] = [
  {
    pages: [
      { name: 'dashboard', href: '/admin/dashboard' },
      {
        name: 'activity',
        href: '/admin/activity',
        domain: 'settings',
        covers: [`${settings}/audit-logs`, '/admin/refusals'],
      },
    ],
  },
  {
    title: 'people',
    pages: [
      { name: 'users', href: '/admin/users', domain: 'users' },
      { name: 'groups', href: '/admin/groups', domain: 'users' },
      { name: 'sessions', href: '/admin/sessions', domain: 'users' },
      {
        name: 'administrators',
        href: '/admin/administrators',
        domain: 'users',
      },
    ],
  },
  {
    title: 'applications',
    pages: [
      { name: 'applications', href: '/admin/clients', domain: 'clients' },
      { name: 'apis', href: '/admin/resources', domain: 'settings' },
    ],
  },
  {
    title: 'sign_in',
    pages: [
      {
        name: 'methods',
        href: `${settings}/sign-in`,
        domain: 'settings',
      },
      { name: 'registration', href: `${settings}/accounts`, domain: 'settings' },
      { name: 'providers', href: '/admin/identity-providers', domain: 'settings' },
      {
        name: 'branding',
        href: `${settings}/branding`,
        domain: 'settings',
        covers: [`${settings}/ui-theme`],
      },
    ],
  },
  {
    title: 'settings',
    pages: [
      { name: 'general', href: `${settings}/general`, domain: 'settings' },
      {
        name: 'lifetimes',
        href: `${settings}/sessions`,
        domain: 'settings',
        covers: [`${settings}/tokens`],
      },
      { name: 'keys', href: `${settings}/keys`, domain: 'settings' },
      { name: 'email', href: `${settings}/email`, domain: 'settings' },
      {
        name: 'protocol',
        href: `${settings}/protocol`,
        domain: 'settings',
      },
    ],
  },
]

/** The page of the rail that an address belongs to. */
export function adminPageAt(path: string): AdminPage | undefined {
  return adminPages
    .flatMap(({ pages }) => pages)
    .find(({ href, covers = [] }) =>
      [href, ...covers].some((start) => path === start || path.startsWith(`${start}/`)),
    )
}
