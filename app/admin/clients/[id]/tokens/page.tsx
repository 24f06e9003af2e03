import { durationText } from '#app/_ui/form/duration.ts'
import { Facts } from '#app/_ui/layout/facts.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import {
  type ClientPageProps,
  type ClientRecord,
  openClient,
} from '#app/admin/clients/_parts/client-page-data.ts'
import { ClientShell } from '#app/admin/clients/_parts/client-shell.tsx'
import { sectionAddress } from '#app/admin/clients/_parts/section-address.ts'
import { tokenSettings } from '#app/admin/clients/_parts/settings-if-allowed.ts'
import { TokensForm } from './form.tsx'
import { tokensValues } from './values.ts'

type Settings = Awaited<ReturnType<typeof tokenSettings>>

/** The lifetimes and claims of a client's tokens. */
export default async function ClientTokensPage(props: ClientPageProps) {
  const t = await pageTexts()
  const [data, settings] = await Promise.all([openClient(props), openConsole().then(tokenSettings)])
  const { client, mayEdit, language } = data
  const labels = await inheritedWords(settings, language)
  return (
    <ClientShell data={data} section="tokens">
      <Panel title={t('clients.sections.tokens')} id="tokens" intro={t('clients.tokens.intro')}>
        {mayEdit ? (
          <ClientTexts areas={['clients']}>
            <TokensForm
              action={`${sectionAddress(client.id, 'tokens')}/submit`}
              values={tokensValues(client)}
              inherited={labels}
              language={language}
            />
          </ClientTexts>
        ) : (
          <TokenFacts client={client} inherited={labels} language={language} />
        )}
      </Panel>
    </ClientShell>
  )
}

/** The inherited value of each field, in words. */
async function inheritedWords(settings: Settings, language: string) {
  const t = await pageTexts()
  const inherit = (value: string | undefined) =>
    value === undefined ? t('clients.inherit') : t('clients.inherit_value', { value })
  const span = (seconds: number | undefined) =>
    inherit(seconds === undefined ? undefined : durationText(seconds, language))
  const claims = (isOn: boolean | undefined) =>
    inherit(isOn === undefined ? undefined : t(isOn ? 'clients.tokens.on' : 'clients.tokens.off'))
  return {
    lifetime: span(settings?.tokenExpirationInSeconds),
    idle: span(settings?.refreshTokenOfflineIdleTimeoutInSeconds),
    max: span(settings?.refreshTokenOfflineMaxLifetimeInSeconds),
    inAccessToken: claims(settings?.includeOpenIDConnectClaimsInAccessToken),
    inIdToken: claims(settings?.includeOpenIDConnectClaimsInIdToken),
  }
}

interface TokenFactsProps {
  readonly client: ClientRecord
  readonly inherited: Awaited<ReturnType<typeof inheritedWords>>
  readonly language: string
}

async function TokenFacts({ client, inherited, language }: TokenFactsProps) {
  const t = await pageTexts()
  const values = tokensValues(client)
  const span = (name: 'lifetime' | 'idle' | 'max') =>
    Number(values[name]) === 0 ? inherited[name] : durationText(Number(values[name]), language)
  const claims = (name: 'inAccessToken' | 'inIdToken') => {
    const own = values[name]
    return own === 'default' ? inherited[name] : t(`clients.tokens.${own}`)
  }
  return (
    <Facts
      facts={[
        [t('clients.tokens.lifetime'), span('lifetime')],
        [t('clients.tokens.idle'), span('idle')],
        [t('clients.tokens.max'), span('max')],
        [t('clients.tokens.in_access_token'), claims('inAccessToken')],
        [t('clients.tokens.in_id_token'), claims('inIdToken')],
      ]}
    />
  )
}
