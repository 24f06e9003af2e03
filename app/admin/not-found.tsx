import { pageTexts } from '../_components/texts.ts'
import { openConsole } from '../_console/api.ts'
import { NotFound } from '../_console/not-found.tsx'
import { type Domain, mayRead } from '../_console/rights.ts'

const lists = [
  ['clients', 'clients'],
  ['resources', 'settings'],
  ['groups', 'users'],
  ['users', 'users'],
] as const satisfies readonly (readonly [name: string, domain: Domain])[]

/** A record or a page that is not there, or not any more: the way back leads to the list it would be in. */
export default async function AdminNotFound() {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  const [, , part] = visitor.page.split(/[/?]/)
  const [name] = lists.find(([list, domain]) => list === part && mayRead(visitor, domain)) ?? [
    'dashboard' as const,
  ]
  return <NotFound back={{ href: `/admin/${name}`, label: t(`console.admin_nav.${name}`) }} />
}
