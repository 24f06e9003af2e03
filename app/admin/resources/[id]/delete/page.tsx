import { Boxes } from 'lucide-react'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { ConfirmByTyping } from '#app/_ui/form/confirm-by-typing.tsx'
import { Consequences, Count } from '#app/_ui/layout/consequences.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { Row, Rows } from '#app/_ui/layout/rows.tsx'
import { idInAddress } from '#app/_ui/list/list-state.ts'
import { openConsole } from '#app/_ui/shell/api.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import {
  openResource,
  type ResourcePageProps,
} from '#app/admin/resources/_parts/resource-page-data.ts'
import { ResourceShell } from '#app/admin/resources/_parts/resource-shell.tsx'
import { sectionAddress } from '#app/admin/resources/_parts/section-address.ts'

/** Acts on a resource that cannot be undone. */
export default async function ResourceDeletePage(props: ResourcePageProps) {
  const t = await pageTexts()
  const id = idInAddress((await props.params).id)
  const data = await openResource(props)
  const { resource, mayEdit } = data
  const { resourceIdentifier: identifier, isSystemLevelResource } = resource
  return (
    <ResourceShell data={data} section="delete" isEditable={mayEdit}>
      <Panel id="delete" isDanger flush>
        <Rows>
          <Row
            title={t('resources.delete.title', { identifier })}
            hint={t('resources.delete.intro')}
            action={
              mayEdit &&
              !isSystemLevelResource && (
                <ConfirmByTyping
                  action={`${sectionAddress(id, 'delete')}/submit`}
                  identifier={identifier}
                  trigger={t('resources.delete.submit')}
                  title={t('console.record.delete_title', { name: identifier })}
                  body={<Losses id={id} />}
                  label={t('resources.delete.submit')}
                />
              )
            }
          />
        </Rows>
      </Panel>
      {isSystemLevelResource && (
        <Notice kind="warning" id="cannot-delete">
          {t('resources.delete.built_in')}
        </Notice>
      )}
    </ResourceShell>
  )
}

/** The records that are deleted with the resource. */
async function Losses({ id }: { readonly id: number }) {
  const t = await pageTexts()
  const { api } = await openConsole()
  const { permissions } = await api.listResourcePermissions({ params: { id } })
  const names = permissions.map(({ permissionIdentifier }) => permissionIdentifier).join(', ')
  const name = t('resources.sections.permissions')
  return (
    <>
      <p>{t('console.record.delete_body')}</p>
      <Consequences
        id="summary"
        lines={[
          [Boxes, <Count key="permissions" name={name} count={names || t('console.none')} />],
        ]}
      />
    </>
  )
}
