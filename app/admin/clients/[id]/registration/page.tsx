import { notFound } from 'next/navigation'
import { Facts } from '#app/_ui/layout/facts.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { RowAction } from '#app/_ui/list/row-action.tsx'
import type { Api } from '#app/_ui/shell/api.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { CodeBlock } from '#app/_ui/text/code-block.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Timestamp } from '#app/_ui/text/timestamp.tsx'
import {
  type ClientPageProps,
  clientId,
  openClient,
} from '#app/admin/clients/_parts/client-page-data.ts'
import { ClientShell } from '#app/admin/clients/_parts/client-shell.tsx'
import { sectionAddress } from '#app/admin/clients/_parts/section-address.ts'

type Registration = Awaited<ReturnType<Api['getClientMetadataDocument']>>

/** How a client registered itself, and whether it may be used. */
export default async function ClientRegistrationPage(props: ClientPageProps) {
  const t = await pageTexts()
  const id = await clientId(props.params)
  const data = await openClient(props)
  if (!data.client.createdViaDcr) notFound()
  const registration = await data.api.getClientMetadataDocument({ params: { id } })
  const submit = `${sectionAddress(id, 'registration')}/submit`
  const { approval, changedAt, kind, document } = registration
  // Its owner may change the document at any time: a decision is about the one that is shown.
  const judged = { approval, changedAt: changedAt ?? '' }
  return (
    <ClientShell data={data} section="registration">
      <Panel
        title={t('clients.sections.registration')}
        id="registration"
        intro={t('clients.registration.intro')}
      >
        <RegistrationFacts registration={registration} />
        {data.mayEdit && (
          <ClientTexts areas={['clients']}>
            <div className="mt-4 flex flex-wrap gap-2">
              {approval !== 'approved' && (
                <Act
                  id="approve"
                  action={`${submit}/approve`}
                  fields={judged}
                  label={t('clients.registration.approve')}
                />
              )}
              {approval !== 'refused' && (
                <Act
                  id="refuse"
                  action={`${submit}/refuse`}
                  fields={judged}
                  label={t('clients.registration.refuse')}
                />
              )}
            </div>
          </ClientTexts>
        )}
        <p className="ui-hint mt-3">{t('clients.registration.refuse_hint')}</p>
      </Panel>
      {kind === 'metadata_document' && (
        <Panel title={t('clients.registration.document')} id="document">
          <CodeBlock
            id="document-text"
            name="JSON"
            code={readable(document)}
            copyLabel={t('console.copy')}
          />
          {data.mayEdit && (
            <ClientTexts areas={['clients']}>
              <div className="mt-4 flex">
                <Act
                  id="refresh"
                  action={`${submit}/refresh`}
                  label={t('clients.registration.refresh')}
                />
              </div>
            </ClientTexts>
          )}
        </Panel>
      )}
    </ClientShell>
  )
}

interface ActProps {
  readonly id: string
  readonly action: string
  readonly label: string
  readonly fields?: Readonly<Record<string, string>>
}

function Act({ label, ...props }: ActProps) {
  return <RowAction {...props} label={label} name={label} />
}

async function RegistrationFacts({ registration }: { readonly registration: Registration }) {
  const t = await pageTexts()
  const { kind, approval, host, trusted, ipAddress, lastFailure } = registration
  const time = (value: string | null) => value && <Timestamp value={value} />
  const ofDocument = [
    [
      t('clients.registration.host'),
      <span key="host">
        <bdi dir="ltr">{host}</bdi> (
        {t(trusted ? 'clients.registration.trusted' : 'clients.registration.not_trusted')})
      </span>,
    ],
    [t('clients.registration.fetched'), time(registration.fetchedAt)],
    [t('clients.registration.fresh'), time(registration.freshUntil)],
    [
      t('clients.registration.failure'),
      lastFailure && (
        <code key="failure" dir="ltr">
          {lastFailure}
        </code>
      ),
    ],
  ] as const
  return (
    <Facts
      facts={[
        [t('clients.registration.kind'), t(`clients.registration.${kind}`)],
        [t('clients.registration.approval'), t(`clients.registration.${approval}`)],
        [t('clients.registration.created'), time(registration.createdAt)],
        [t('clients.registration.from'), ipAddress && <bdi dir="ltr">{ipAddress}</bdi>],
        [t('clients.registration.used'), time(registration.lastUsedAt)],
        ...(kind === 'metadata_document' ? ofDocument : []),
      ]}
    />
  )
}

function readable(document: string): string {
  return document && JSON.stringify(JSON.parse(document), null, 2)
}
