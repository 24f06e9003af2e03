import { notFound } from 'next/navigation'
import { pageTexts } from '../../../_components/texts.ts'
import { openConsole } from '../../../_console/api.ts'
import { Card } from '../../../_console/card.tsx'
import { ClientTexts } from '../../../_console/client-texts.tsx'
import { PageHeader } from '../../../_console/page-header.tsx'
import { mayWrite } from '../../../_console/rights.ts'
import { GroupForm } from '../_parts/group-form.tsx'

const values = {
  groupIdentifier: '',
  description: '',
  includeInIdToken: false,
  includeInAccessToken: false,
}

export default async function NewGroupPage() {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  if (!mayWrite(visitor, 'users')) notFound()
  return (
    <>
      <PageHeader
        title={t('groups.add')}
        intro={t('groups.new_intro')}
        back={{ href: '/admin/groups', label: t('groups.title') }}
      />
      <Card>
        <ClientTexts areas={['groups']}>
          <GroupForm action="/admin/groups/new/submit" values={values} label={t('groups.create')} />
        </ClientTexts>
      </Card>
    </>
  )
}
