import type { ReactNode } from 'react'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { Tabs } from '#app/_ui/shell/tabs.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'

/** Pages that share an item of the rail, by the keys of their names. */
const siblings = {
  lifetimes: ['sessions', 'tokens'],
} as const

const addresses = {
  sessions: '/admin/settings/sessions',
  tokens: '/admin/settings/tokens',
} as const

type SiblingPage = keyof typeof addresses

interface SettingsHeaderProps {
  /** As in the menu. */
  readonly heading: string
  readonly intro?: ReactNode
  readonly actions?: ReactNode
  /** The page, where its item of the rail has several. */
  readonly page?: SiblingPage
}

export async function SettingsHeader({ heading, intro, actions, page }: SettingsHeaderProps) {
  return (
    <>
      <PageHeader
        {...(page ? await ofLifetimes(heading) : { title: heading, intro })}
        actions={actions}
      />
      {page && <Siblings of={page} />}
    </>
  )
}

/** Both pages have the name of their item in the rail; the document's title tells them apart. */
async function ofLifetimes(page: string) {
  const t = await pageTexts()
  const heading = t('shell.admin.lifetimes')
  return { title: [page, heading], heading, intro: t('settings.lifetimes.intro') }
}

async function Siblings({ of: page }: { readonly of: SiblingPage }) {
  const t = await pageTexts()
  const tabs = siblings.lifetimes.map((name) => ({
    href: addresses[name],
    label: t(`console.admin_nav.${name}`),
  }))
  return <Tabs label={t('shell.admin.lifetimes')} tabs={tabs} here={addresses[page]} />
}
