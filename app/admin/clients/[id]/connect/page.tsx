import Link from 'next/link'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { RecentActivity, recentEntries } from '#app/_ui/list/recent-activity.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import {
  type ClientPageProps,
  type ClientRecord,
  clientId,
  openClient,
  readClientPermissions,
} from '#app/admin/clients/_parts/client-page-data.ts'
import { ClientShell } from '#app/admin/clients/_parts/client-shell.tsx'
import { readEndpoints } from '#app/admin/clients/_parts/discovery.ts'
import { isService } from '#app/admin/clients/_parts/kind-of.ts'
import { sectionAddress } from '#app/admin/clients/_parts/section-address.ts'
import { explanationOf } from '#lib/guides/explanation.ts'
import { filled } from '#lib/guides/fill.ts'
import type { Guide } from '#lib/guides/guide.ts'
import { pageLanguage } from '#lib/http/page.ts'
import { AddressProposal } from './address-proposal.tsx'
import { ConnectionCheck } from './connection-check.tsx'
import { GoingLive } from './going-live.tsx'
import { guideOfPage } from './guide-of-page.ts'
import { GuidePicker } from './guide-picker.tsx'
import { GuideSteps } from './guide-steps.tsx'
import { missingAddresses } from './missing-addresses.ts'
import { RegisteredAddresses } from './registered-addresses.tsx'
import { secretMark } from './secret-mark.ts'
import { ValuesCard } from './values-card.tsx'

interface ConnectPageProps extends ClientPageProps {
  readonly searchParams: Promise<{
    readonly guide?: string | string[]
    readonly unfinished?: string | string[]
  }>
}

/** How to connect an application: a guide with its values, and whether it works. */
export default async function ClientConnectPage(props: ConnectPageProps) {
  const t = await pageTexts()
  const id = await clientId(props.params)
  const { api, visitor } = await openConsole()
  const [data, permissions, endpoints, { connection }, { events }, query] = await Promise.all([
    openClient(props),
    readClientPermissions(id),
    readEndpoints({ visitor }),
    api.getClientConnection({ params: { id } }),
    api.getClientHistory({ params: { id }, query: { limit: recentEntries } }),
    props.searchParams,
  ])
  const { client, mayEdit } = data
  const guide = guideOfPage(client, typeof query.guide === 'string' ? query.guide : undefined)
  const address = sectionAddress(id, 'connect')
  const ownScopes = permissions
    .map((held) => `${held.resource.resourceIdentifier}:${held.permissionIdentifier}`)
    .join(' ')
  return (
    <ClientShell data={data} section="connect">
      {query.unfinished && (
        <Notice kind="warning" id="unfinished" className="mb-5">
          {t('clients.new.unfinished')}
        </Notice>
      )}
      {connection.copiesShareSignIn && (
        <Notice kind="warning" id="shared-sign-in" className="mb-5">
          {t('clients.connect.shared_sign_in')}{' '}
          <Link href={sectionAddress(id, 'tokens')} prefetch={false} className="text-link">
            {t('clients.sections.tokens')}
          </Link>
        </Notice>
      )}
      {client.clientCredentialsEnabled && permissions.length === 0 && <MissingPermission id={id} />}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div>
          <GuidePicker guide={guide} address={address} />
          <AddressProposal
            missing={missingAddresses(guide, client, endpoints.issuer)}
            action={mayEdit ? `${address}/submit/addresses` : null}
          />
          <GuideNote guide={guide} />
          <ClientTexts areas={['clients']}>
            <GuideSteps
              id={guide.id}
              steps={stepsFor(guide, client, endpoints.issuer, ownScopes)}
              done={connection.codeExchangedAt ? Math.min(3, guide.steps.length) : 0}
              reveal={mayEdit && !client.isPublic ? `${address}/submit/secret` : null}
              last={{
                title: t('clients.connect.live.title'),
                content: <GoingLive client={client} guide={guide} />,
              }}
            />
          </ClientTexts>
        </div>
        <div className="xl:sticky xl:top-4">
          {client.authorizationCodeEnabled && (
            <ConnectionCheck
              connection={connection}
              address={`${address}?guide=${guide.id}`}
              clientId={id}
              addAction={mayEdit ? `${address}/submit/received` : null}
              isSettled={isSettled(connection.codeExchangedAt, visitor.now)}
            />
          )}
          <ValuesCard
            endpoints={endpoints}
            clientId={client.clientIdentifier}
            isService={isService(client)}
          />
          <RegisteredAddresses client={client} mayEdit={mayEdit} />
          <RecentActivity events={events} history={sectionAddress(id, 'history')} isOfApplication />
        </div>
      </div>
    </ClientShell>
  )
}

const dayMs = 86_400_000

/** Whether the first sign-in was more than a day ago. */
function isSettled(exchangedAt: string | null, now: Date): boolean {
  return exchangedAt !== null && now.getTime() - Date.parse(exchangedAt) > dayMs
}

/** The steps of a guide with the values of the client; the mark stands for the secret. */
function stepsFor(guide: Guide, client: ClientRecord, issuer: string, ownScopes: string) {
  const fill = filled(guide, {
    issuer,
    clientId: client.clientIdentifier,
    secret: secretMark,
    ownScopes,
    redirectUris: (client.redirectURIs ?? []).map(({ uri }) => uri),
  })
  return guide.steps.map(({ title, text, code }) => ({
    title,
    ...(text && { text: fill(text) }),
    ...(code && { code: code.map((one) => ({ ...one, code: fill(one.code) })) }),
  }))
}

/** For which version a guide was written, whether our tests run it, and the document that explains it. */
async function GuideNote({ guide }: { readonly guide: Guide }) {
  const t = await pageTexts()
  const isEnglish = (await pageLanguage()) === 'en'
  const { library, version } = guide
  const values = { library: version ? `${library} ${version}` : library }
  return (
    <p id="guide-note" className="ui-hint mb-4 max-w-3xl">
      {t(guide.isRunBy ? 'clients.connect.guide_run' : 'clients.connect.guide_not_run', values)}
      {!isEnglish && ` ${t('clients.connect.guide_english')}`}{' '}
      <a href={`/docs/integrate/${explanationOf(guide)}`} className="text-link">
        {t('clients.connect.guide_explained')}
      </a>
    </p>
  )
}

/** The client credentials flow refuses a client that holds no permission. */
async function MissingPermission({ id }: { readonly id: number }) {
  const t = await pageTexts()
  return (
    <Notice kind="info" id="no-permission" className="mb-5">
      {t('clients.connect.no_permission')}{' '}
      <Link href={sectionAddress(id, 'permissions')} prefetch={false} className="text-link">
        {t('clients.connect.grant_permission')}
      </Link>
    </Notice>
  )
}
