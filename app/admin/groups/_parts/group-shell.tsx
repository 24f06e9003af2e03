import type { ReactNode } from 'react'
import { ReadOnlyNotice } from '#app/_ui/feedback/read-only-notice.tsx'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { Sections } from '#app/_ui/shell/sections.tsx'
import { Badge } from '#app/_ui/text/badge.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { type GroupSection, sectionAddress, sections } from './group-address.ts'
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
  const items = sections
    .filter((name) => name !== 'delete' || mayEdit)
    .map((name) => ({ href: sectionAddress(group.id, name), label: t(`groups.sections.${name}`) }))
  return (
    <>
      <PageHeader
        title={`${group.groupIdentifier} - ${t(`groups.sections.${section}`)}`}
        heading={group.groupIdentifier}
        intro={
          <span className="flex flex-wrap items-center gap-2">
            {group.description && (
              <bdi className="min-w-0 [overflow-wrap:anywhere]">{group.description}</bdi>
            )}
            <Badge>{t('users.groups.members', { count: group.memberCount })}</Badge>
            <GroupBadges group={group} />
          </span>
        }
        back={{ href: '/admin/groups', label: t('groups.title') }}
      />
      <Sections
        label={t('groups.sections.label')}
        items={items}
        here={sectionAddress(group.id, section)}
      >
        {!mayEdit && <ReadOnlyNotice />}
        {children}
      </Sections>
    </>
  )
}
