import { Panel } from '#app/_ui/layout/panel.tsx'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { requireChange } from '#app/_ui/shell/require-change.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { GroupForm } from '../_parts/group-form.tsx'

const values = {
  groupIdentifier: '',
  description: '',
  includeInIdToken: false,
  includeInAccessToken: false,
}

export default async function NewGroupPage() {
  const t = await pageTexts()
  await requireChange('users')
  return (
    <>
      <PageHeader
        title={t('groups.add')}
        intro={t('groups.new_intro')}
        back={{ href: '/admin/groups', label: t('groups.title') }}
      />
      <Panel>
        <ClientTexts areas={['groups']}>
          <GroupForm
            action="/admin/groups/new/submit"
            values={values}
            label={t('groups.create')}
            cancel="/admin/groups"
          />
        </ClientTexts>
      </Panel>
    </>
  )
}
