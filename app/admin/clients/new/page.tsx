import { notFound } from 'next/navigation'
import { pageTexts } from '../../../_components/texts.ts'
import { openConsole } from '../../../_console/api.ts'
import { Card } from '../../../_console/card.tsx'
import { ClientTexts } from '../../../_console/client-texts.tsx'
import { PageHeader } from '../../../_console/page-header.tsx'
import { mayWrite } from '../../../_console/rights.ts'
import { NewClientForm } from './form.tsx'

/** Creates a client for a kind of application. */
export default async function NewClientPage() {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  if (!mayWrite(visitor, 'clients')) notFound()
  return (
    <>
      <PageHeader
        title={t('clients.new.title')}
        intro={t('clients.new.intro')}
        back={{ href: '/admin/clients', label: t('clients.title') }}
      />
      <Card>
        <ClientTexts areas={['clients']}>
          <NewClientForm action="/admin/clients/new/submit" />
        </ClientTexts>
      </Card>
    </>
  )
}
