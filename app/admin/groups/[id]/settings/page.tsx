import { Facts } from '#app/_ui/layout/facts.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { sectionAddress } from '#app/admin/groups/_parts/group-address.ts'
import { groupValues } from '#app/admin/groups/_parts/group-fields.ts'
import { GroupForm } from '#app/admin/groups/_parts/group-form.tsx'
import { type GroupPageProps, openGroup } from '#app/admin/groups/_parts/group-page-data.ts'
import { GroupShell } from '#app/admin/groups/_parts/group-shell.tsx'

/** A group's identifier and description, and the tokens that include it. */
export default async function GroupSettingsPage(props: GroupPageProps) {
  const t = await pageTexts()
  const data = await openGroup(props)
  const { id, groupIdentifier, description, includeInIdToken, includeInAccessToken } = data.group
  const yesOrNo = (isSo: boolean) => t(isSo ? 'console.yes' : 'console.no')
  return (
    <GroupShell data={data} section="settings">
      <Panel title={t('groups.sections.settings')} id="settings">
        {data.mayEdit ? (
          <ClientTexts areas={['groups']}>
            <GroupForm
              key={groupIdentifier}
              action={`${sectionAddress(id, 'settings')}/submit`}
              values={groupValues(data.group)}
              label={t('console.save')}
              renamed={t('groups.renamed')}
            />
          </ClientTexts>
        ) : (
          <Facts
            facts={[
              [t('console.record.identifier'), groupIdentifier],
              [t('console.record.description'), description],
              [t('console.attributes.in_id_token'), yesOrNo(includeInIdToken)],
              [t('console.attributes.in_access_token'), yesOrNo(includeInAccessToken)],
            ]}
          />
        )}
      </Panel>
    </GroupShell>
  )
}
