import { pageTexts } from '../../../../_components/texts.ts'
import { openConsole } from '../../../../_console/api.ts'
import { AttributesCard } from '../../../../_console/attributes-card.tsx'
import { idInAddress } from '../../../../_console/list-state.ts'
import { sectionAddress } from '../../_parts/group-address.ts'
import { type GroupPageProps, openGroup } from '../../_parts/group-page-data.ts'
import { GroupShell } from '../../_parts/group-shell.tsx'

/** A group's attributes, which tokens can include for every member. */
export default async function GroupAttributesPage(props: GroupPageProps) {
  const t = await pageTexts()
  const { api } = await openConsole()
  const id = idInAddress((await props.params).id)
  const [data, { attributes }] = await Promise.all([
    openGroup(props),
    api.listGroupAttributes({ params: { id } }),
  ])
  return (
    <GroupShell data={data} section="attributes">
      <AttributesCard
        title={t('groups.sections.attributes')}
        intro={t('groups.attributes.intro')}
        noneHint={t('groups.attributes.none_hint')}
        attributes={attributes}
        mayEdit={data.mayEdit}
        address={sectionAddress(id, 'attributes')}
      />
    </GroupShell>
  )
}
