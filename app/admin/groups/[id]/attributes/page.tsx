import { AttributesCard } from '#app/_ui/form/attributes-card.tsx'
import { idInAddress } from '#app/_ui/list/list-state.ts'
import { openConsole } from '#app/_ui/shell/api.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { sectionAddress } from '#app/admin/groups/_parts/group-address.ts'
import { type GroupPageProps, openGroup } from '#app/admin/groups/_parts/group-page-data.ts'
import { GroupShell } from '#app/admin/groups/_parts/group-shell.tsx'

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
