import { ConfirmByTyping } from '#app/_ui/form/confirm-by-typing.tsx'
import { permissionChoice } from '#app/_ui/form/permission-choice.ts'
import { Facts } from '#app/_ui/list/facts.tsx'
import { idInAddress } from '#app/_ui/list/list-state.ts'
import { openConsole } from '#app/_ui/shell/api.ts'
import { Card } from '#app/_ui/shell/card.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { sectionAddress } from '../../_parts/group-address.ts'
import { type GroupPageProps, openGroup } from '../../_parts/group-page-data.ts'
import { GroupShell } from '../../_parts/group-shell.tsx'

/** The consequences of deleting a group, and the form that deletes it. */
export default async function GroupDeletePage(props: GroupPageProps) {
  const t = await pageTexts()
  const { api, language } = await openConsole()
  const id = idInAddress((await props.params).id)
  const [{ group, ...data }, { permissions }, { attributes }] = await Promise.all([
    openGroup(props),
    api.getGroupPermissions({ params: { id } }),
    api.listGroupAttributes({ params: { id } }),
  ])
  const scopes = permissions.map((one) => permissionChoice(one).scope).join(', ')
  return (
    <GroupShell data={{ group, ...data }} section="delete">
      <Card
        title={t('groups.delete.title', { identifier: group.groupIdentifier })}
        intro={t('groups.delete.intro')}
        id="delete"
      >
        <Facts
          id="summary"
          facts={[
            [t('console.record.description'), group.description],
            [t('groups.sections.members'), group.memberCount.toLocaleString(language)],
            [t('groups.sections.permissions'), scopes || t('console.none')],
            [t('groups.sections.attributes'), String(attributes.length)],
          ]}
        />
        {data.mayEdit && (
          <div className="mt-6 border-line border-t pt-6">
            <ConfirmByTyping
              action={`${sectionAddress(id, 'delete')}/submit`}
              identifier={group.groupIdentifier}
              label={t('groups.delete.submit')}
            />
          </div>
        )}
      </Card>
    </GroupShell>
  )
}
