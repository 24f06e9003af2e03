import { notFound } from 'next/navigation'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
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
      <Panel>
        <ClientTexts areas={['clients']}>
          <NewClientForm action="/admin/clients/new/submit" />
        </ClientTexts>
      </Panel>
    </>
  )
}
