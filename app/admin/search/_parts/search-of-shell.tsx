import { Search } from 'lucide-react'
import { ownPerson } from '#app/_ui/shell/own-person.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { foundGroups, groupTitles } from './found.ts'
import { Palette } from './palette.tsx'
import { RailSearch } from './rail-search.tsx'

/** The search in the rail, in the bar of a narrow window, and the palette that both open. */
export async function searchOfShell() {
  const t = await pageTexts()
  const title = t('search.title')
  const texts = {
    title,
    label: t('search.label'),
    open: t('list.open'),
    nothing: t('search.nothing', { query: '{query}' }),
    failed: t('search.failed'),
    keys: {
      move: t('search.keys.move'),
      open: t('search.keys.open'),
      new_tab: t('search.keys.new_tab'),
      paste: t('search.keys.paste'),
    },
    groups: Object.fromEntries(foundGroups.map((name) => [name, t(groupTitles[name])])) as Record<
      (typeof foundGroups)[number],
      string
    >,
  }
  return {
    rail: <RailSearch label={title} />,
    bar: (
      <a
        id="bar-search"
        href="/admin/search"
        data-palette
        className="btn btn-ghost btn-sm btn-square lg:hidden print:hidden"
        aria-label={title}
      >
        <Search aria-hidden="true" />
      </a>
    ),
    palette: <Palette owner={(await ownPerson())?.user.subject ?? ''} texts={texts} />,
  }
}
