import { Boxes, Tags, UserRound } from 'lucide-react'
import { ConfirmByTyping } from '#app/_ui/form/confirm-by-typing.tsx'
import { permissionChoice } from '#app/_ui/form/permission-choice.ts'
import { Consequences, Count } from '#app/_ui/layout/consequences.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { Row, Rows } from '#app/_ui/layout/rows.tsx'
import { idInAddress } from '#app/_ui/list/list-state.ts'
import { openConsole } from '#app/_ui/shell/api.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { sectionAddress } from '#app/admin/groups/_parts/group-address.ts'
import { type GroupPageProps, openGroup } from '#app/admin/groups/_parts/group-page-data.ts'
import { GroupShell } from '#app/admin/groups/_parts/group-shell.tsx'

/** Acts on a group that cannot be undone. */
export default async function GroupDeletePage(props: GroupPageProps) {
  const t = await pageTexts()
  const data = await openGroup(props)
  const { groupIdentifier } = data.group
  const id = idInAddress((await props.params).id)
  return (
    <GroupShell data={data} section="delete">
      <Panel id="delete" isDanger flush>
        <Rows>
          <Row
            title={t('groups.delete.title', { identifier: groupIdentifier })}
            hint={t('groups.delete.intro')}
            action={
              data.mayEdit && (
                <ConfirmByTyping
                  action={`${sectionAddress(id, 'delete')}/submit`}
                  identifier={groupIdentifier}
                  trigger={t('groups.delete.submit')}
                  title={t('console.record.delete_title', { name: groupIdentifier })}
                  body={<Losses id={id} members={data.group.memberCount} />}
                  label={t('groups.delete.submit')}
                />
              )
            }
          />
        </Rows>
      </Panel>
    </GroupShell>
  )
}

interface LossesProps {
  readonly id: number
  readonly members: number
}

/** What goes with the group. */
async function Losses({ id, members }: LossesProps) {
  const t = await pageTexts()
  const { api, language } = await openConsole()
  const [{ permissions }, { attributes }] = await Promise.all([
    api.getGroupPermissions({ params: { id } }),
    api.listGroupAttributes({ params: { id } }),
  ])
  const scopes = permissions.map((one) => permissionChoice(one).scope).join(', ')
  const count = (key: 'members' | 'permissions' | 'attributes', value: string) => (
    <Count key={key} name={t(`groups.sections.${key}`)} count={value} />
  )
  return (
    <>
      <p>{t('console.record.delete_body')}</p>
      <Consequences
        id="summary"
        lines={[
          [UserRound, count('members', members.toLocaleString(language))],
          [Boxes, count('permissions', scopes || t('console.none'))],
          [Tags, count('attributes', attributes.length.toLocaleString(language))],
        ]}
      />
    </>
  )
}
