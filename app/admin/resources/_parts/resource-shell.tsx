import { Boxes } from 'lucide-react'
import type { ReactNode } from 'react'
import { ReadOnlyNotice } from '#app/_ui/feedback/read-only-notice.tsx'
import { Dotted } from '#app/_ui/layout/dotted.tsx'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { RecordMenu } from '#app/_ui/shell/record-menu.tsx'
import { mayRead } from '#app/_ui/shell/rights.ts'
import { Tabs } from '#app/_ui/shell/tabs.tsx'
import { tabsOf } from '#app/_ui/shell/tabs-of.ts'
import { Badge } from '#app/_ui/text/badge.tsx'
import { resourceDescription } from '#app/_ui/text/built-in-texts.ts'
import { RecordTile } from '#app/_ui/text/record-tile.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { ResourcePageData } from './resource-page-data.ts'
import { type ResourceSection, sectionAddress, sectionLabel } from './section-address.ts'

interface ResourceShellProps {
  readonly data: ResourcePageData
  readonly section: ResourceSection
  /** Buttons in the header. */
  readonly actions?: ReactNode
  /** The visitor may change the content of the page. */
  readonly isEditable: boolean
  readonly children: ReactNode
}

/** The frame of a resource's pages: its name, the link back to the list, and links to its other pages. */
export async function ResourceShell(props: ResourceShellProps) {
  const { data, section, actions, isEditable, children } = props
  const t = await pageTexts()
  const { resource, mayEdit } = data
  const mayDelete = mayEdit && !resource.isSystemLevelResource
  const description = resourceDescription(t, resource)
  const tabs = tabsOf<ResourceSection>(
    [
      {
        label: t('shell.tabs.holders'),
        pages: ['users-with-permission'],
      },
      { pages: ['permissions'], count: await countPermissions(data) },
      { pages: ['settings'] },
      { label: t('shell.tabs.activity'), pages: ['history'] },
      { label: t('shell.tabs.danger'), pages: ['delete'], isDanger: true },
    ],
    {
      addressOf: (name) => sectionAddress(resource.id, name),
      labelOf: (name) => t(sectionLabel(name)),
      isOffered: (name) => isOffered(name, data),
    },
  )
  return (
    <>
      <PageHeader
        title={[t(sectionLabel(section)), resource.resourceIdentifier]}
        heading={resource.resourceIdentifier}
        picture={<RecordTile icon={Boxes} />}
        intro={
          <Dotted>
            {t('resources.kind')}
            {description && <bdi className="min-w-0 [overflow-wrap:anywhere]">{description}</bdi>}
          </Dotted>
        }
        actions={
          <>
            {actions}
            <RecordMenu
              name={resource.resourceIdentifier}
              copied={resource.resourceIdentifier}
              deletion={mayDelete ? sectionAddress(resource.id, 'delete') : null}
            />
          </>
        }
        badges={resource.isSystemLevelResource && <Badge>{t('resources.built_in')}</Badge>}
        back={{ href: '/admin/resources', label: t('resources.title') }}
      />
      <Tabs
        label={t('resources.sections.label')}
        tabs={tabs}
        here={sectionAddress(resource.id, section)}
        pagesLabel={t('shell.subsections')}
      >
        {!isEditable && <ReadOnlyNotice />}
        {children}
      </Tabs>
    </>
  )
}

/** How many permissions the resource has, for those who may open their page. */
async function countPermissions({ visitor, resource, api }: ResourcePageData) {
  if (!mayRead(visitor, 'settings')) return undefined
  const params = { id: resource.id }
  return (await api.listResourcePermissions({ params })).permissions.length
}

/** The pages about a permission's holders show users, so they need the right to read users too. */
function isOffered(section: ResourceSection, { visitor, mayEdit }: ResourcePageData): boolean {
  if (section === 'delete') return mayEdit
  return mayRead(visitor, section.includes('-with-') ? 'users' : 'settings')
}
