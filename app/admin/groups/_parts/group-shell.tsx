import { UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { ReadOnlyNotice } from '#app/_ui/feedback/read-only-notice.tsx'
import { Dotted } from '#app/_ui/layout/dotted.tsx'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { RecordMenu } from '#app/_ui/shell/record-menu.tsx'
import { Tabs } from '#app/_ui/shell/tabs.tsx'
import { tabsOf } from '#app/_ui/shell/tabs-of.ts'
import { RecordTile } from '#app/_ui/text/record-tile.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { type GroupSection, sectionAddress } from './group-address.ts'
import { GroupBadges } from './group-badges.tsx'
import type { GroupPageData } from './group-page-data.ts'

interface GroupShellProps {
  readonly data: GroupPageData
  readonly section: GroupSection
  readonly children: ReactNode
}

/** The frame of a group's pages: its name, the link back to the list, and links to its other pages. */
export async function GroupShell({ data, section, children }: GroupShellProps) {
  const t = await pageTexts()
  const { group, mayEdit } = data
  const tabs = tabsOf<GroupSection>(
    [
      { pages: ['members'], count: group.memberCount },
      { pages: ['permissions'] },
      { pages: ['attributes'] },
      { pages: ['settings'] },
      { pages: ['history'] },
      { label: t('shell.tabs.danger'), pages: ['delete'], isDanger: true },
    ],
    {
      addressOf: (name) => sectionAddress(group.id, name),
      labelOf: (name) => t(`groups.sections.${name}`),
      isOffered: (name) => name !== 'delete' || mayEdit,
    },
  )
  return (
    <>
      <PageHeader
        title={[t(`groups.sections.${section}`), group.groupIdentifier]}
        heading={group.groupIdentifier}
        intro={
          <Dotted>
            {group.description && (
              <bdi className="min-w-0 [overflow-wrap:anywhere]">{group.description}</bdi>
            )}
            {t('users.groups.members', { count: group.memberCount })}
          </Dotted>
        }
        picture={<RecordTile icon={UsersRound} />}
        badges={<GroupBadges group={group} />}
        actions={
          <RecordMenu
            name={group.groupIdentifier}
            copied={group.groupIdentifier}
            deletion={mayEdit ? sectionAddress(group.id, 'delete') : null}
          />
        }
        back={{ href: '/admin/groups', label: t('groups.title') }}
      />
      <Tabs
        label={t('groups.sections.label')}
        tabs={tabs}
        here={sectionAddress(group.id, section)}
        pagesLabel={t('shell.subsections')}
      >
        {!mayEdit && <ReadOnlyNotice />}
        {children}
      </Tabs>
    </>
  )
}
