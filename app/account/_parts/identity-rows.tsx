import type { ReactNode } from 'react'
import { ProviderMark } from '#app/_ui/provider/provider-mark.tsx'
import type { Api } from '#app/_ui/shell/make-api.ts'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { OwnMoment } from '../own-moment.tsx'

type Own = Awaited<ReturnType<Api['listOwnIdentities']>>

interface IdentityRowProps {
  readonly identity: Own['identities'][number]
  readonly children: ReactNode
}

/** An account at a provider that signs the visitor in. */
export async function IdentityRow({ identity, children }: IdentityRowProps) {
  const t = await pageTexts()
  const { provider, providerName, preset, email, createdAt, lastUsedAt, usable } = identity
  return (
    <ProviderRow alias={provider} name={providerName} preset={preset} action={children}>
      {email && (
        <>
          <EmailAddress email={email} />
          {' · '}
        </>
      )}
      {t.rich('own.linked.connected', { time: () => <OwnMoment value={createdAt} /> })}
      {lastUsedAt && (
        <>
          {' · '}
          {t.rich('methods.own.used', { time: () => <OwnMoment value={lastUsedAt} /> })}
        </>
      )}
      {!usable && <span className="block text-warning-text">{t('own.linked.unusable')}</span>}
    </ProviderRow>
  )
}

interface ConnectableRowProps {
  readonly provider: Own['providers'][number]
  readonly children: ReactNode
}

/** A provider that the visitor can connect. */
export async function ConnectableRow({ provider, children }: ConnectableRowProps) {
  const t = await pageTexts()
  const { alias, name, preset } = provider
  return (
    <ProviderRow alias={alias} name={name} preset={preset} action={children}>
      {t('own.linked.not_connected')}
    </ProviderRow>
  )
}

interface ProviderRowProps {
  readonly alias: string
  readonly name: string
  readonly preset: string
  readonly action: ReactNode
  readonly children: ReactNode
}

function ProviderRow({ alias, name, preset, action, children }: ProviderRowProps) {
  return (
    <li id={`provider-${alias}`} data-provider={alias} className="flex-wrap">
      <span className="ui-tile ui-tile-md" aria-hidden="true">
        <ProviderMark preset={preset} name={name} />
      </span>
      <div className="ui-row-text basis-28">
        <p className="ui-row-title [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </p>
        <p className="ui-hint [overflow-wrap:anywhere]">{children}</p>
      </div>
      {action}
    </li>
  )
}
