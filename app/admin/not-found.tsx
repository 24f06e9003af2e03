import { pageTexts } from '../_components/texts.ts'
import { openConsole } from '../_console/api.ts'
import { NotThere } from '../_console/not-there.tsx'

const lists = ['clients', 'resources', 'groups', 'users'] as const

/** A record that is not there, or not any more: the way back leads to its list. */
export default async function AdminNotFound() {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  const name = lists.find((list) => visitor.page.startsWith(`/admin/${list}`)) ?? 'dashboard'
  return <NotThere back={{ href: `/admin/${name}`, label: t(`console.admin_nav.${name}`) }} />
}
