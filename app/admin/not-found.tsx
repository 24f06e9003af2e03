import { NotFound } from '#app/_ui/feedback/not-found.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { type Domain, mayRead } from '#app/_ui/shell/rights.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'

const lists = [
  ['clients', 'clients'],
  ['resources', 'settings'],
  ['groups', 'users'],
  ['users', 'users'],
] as const satisfies readonly (readonly [name: string, domain: Domain])[]

/** Shown for a missing record or page; the link back leads to the list for such records. */
export default async function AdminNotFound() {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  const [, , part] = visitor.page.split(/[/?]/)
  const [name] = lists.find(([list, domain]) => list === part && mayRead(visitor, domain)) ?? [
    'dashboard' as const,
  ]
  return <NotFound back={{ href: `/admin/${name}`, label: t(`console.admin_nav.${name}`) }} />
}
