import { Clock, History, KeyRound } from 'lucide-react'
import type { z } from 'zod'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { ReadOnlyNotice } from '#app/_ui/feedback/read-only-notice.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { openConsole } from '#app/_ui/shell/api.ts'
import { mayWrite } from '#app/_ui/shell/rights.ts'
import { Badge } from '#app/_ui/text/badge.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { CopyButton } from '#app/_ui/text/copy-button.tsx'
import { Day } from '#app/_ui/text/day.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Timestamp } from '#app/_ui/text/timestamp.tsx'
import type { signingKey } from '#lib/api/contract/models/keys.ts'
import { pageSettings } from '#lib/http/page.ts'
import { SettingsHeader } from '../_parts/settings-header.tsx'
import { RevokeKey, RotateKeys } from './changes.tsx'
import { PublicKey } from './public-key.tsx'
import type { Rotation } from './rotation-picture.tsx'

export type SigningKey = z.output<typeof signingKey>

export default async function KeysPage() {
  const t = await pageTexts()
  const { api, visitor } = await openConsole()
  const { keys } = await api.listKeys()
  const isWriter = mayWrite(visitor, 'settings')
  const dependents = keys.find(({ state }) => state === 'previous')?.dependents
  const address = `${(await pageSettings()).baseUrl}/certs`
  return (
    <ClientTexts areas={['settings']}>
      <SettingsHeader
        heading={t('console.admin_nav.keys')}
        intro={<p>{t('settings.keys.intro')}</p>}
        actions={isWriter && <RotateKeys keys={rotationOf(keys)} users={dependents?.users ?? 0} />}
      />
      {!isWriter && <ReadOnlyNotice />}
      <Panel flush foot={<Jwks address={address} />}>
        <ul className="ui-rows">
          {keys.map((key) => (
            <KeyRow key={key.id} signingKey={key} isWriter={isWriter} />
          ))}
        </ul>
      </Panel>
      {isWriter && dependents?.until && (
        <Notice kind="info" id="wait">
          {t.rich('settings.keys.wait', {
            count: dependents.refreshTokens,
            when: () => <Day value={dependents.until ?? ''} />,
          })}
        </Notice>
      )}
    </ClientTexts>
  )
}

function rotationOf(keys: readonly SigningKey[]): Rotation {
  const kid = (state: SigningKey['state']) =>
    keys.find((key) => key.state === state)?.keyIdentifier ?? ''
  return { next: kid('next'), current: kid('current'), previous: kid('previous') }
}

/** Where applications fetch the public keys. */
async function Jwks({ address }: { readonly address: string }) {
  const t = await pageTexts()
  return (
    <>
      <span className="grow">{t('settings.keys.jwks')}</span>
      <span className="inline-flex min-w-0 items-center gap-1">
        <code dir="ltr" className="[overflow-wrap:anywhere]">
          {address}
        </code>
        <CopyButton value={address} />
      </span>
    </>
  )
}

const looks = {
  next: { icon: Clock, look: '' },
  current: { icon: KeyRound, look: 'ui-feed-icon-success' },
  previous: { icon: History, look: '' },
} as const

interface KeyRowProps {
  readonly signingKey: SigningKey
  readonly isWriter: boolean
}

async function KeyRow({ signingKey, isWriter }: KeyRowProps) {
  const t = await pageTexts()
  const { state } = signingKey
  const { icon: Icon, look } = looks[state]
  return (
    <li className="flex-wrap items-start!" data-state={state}>
      <span className={`ui-feed-icon size-8! rounded-lg! ${look}`}>
        <Icon className="size-4!" aria-hidden="true" />
      </span>
      <div className="ui-row-text basis-64">
        <h2 className="ui-row-title flex flex-wrap items-center gap-2">
          {t(`settings.keys.${state}`)}
          {state === 'current' && <Badge tone="success">{t('settings.keys.signs')}</Badge>}
        </h2>
        <p className="ui-hint">
          <WhatItDoes signingKey={signingKey} />
        </p>
        <KeyFacts signingKey={signingKey} />
      </div>
      <span className="ui-actions">
        <PublicKey signingKey={signingKey} />
        {isWriter && state === 'previous' && (
          <RevokeKey signingKey={signingKey} users={signingKey.dependents?.users ?? 0} />
        )}
      </span>
    </li>
  )
}

async function WhatItDoes({ signingKey }: Pick<KeyRowProps, 'signingKey'>) {
  const t = await pageTexts()
  const { state, signingSince, dependents } = signingKey
  if (state === 'next') return t('settings.keys.next_hint')
  if (state === 'current') {
    return (
      signingSince && t.rich('settings.keys.since', { when: () => <Day value={signingSince} /> })
    )
  }
  const until = dependents?.until
  return (
    <>
      {t('settings.keys.previous_hint')}{' '}
      {until
        ? t.rich('settings.keys.depend', {
            count: dependents.refreshTokens,
            b: (text) => <b className="font-medium text-ink">{text}</b>,
            when: () => <Day value={until} />,
          })
        : t('settings.keys.depend_none')}
    </>
  )
}

async function KeyFacts({ signingKey }: Pick<KeyRowProps, 'signingKey'>) {
  const t = await pageTexts()
  const { type, algorithm, keyIdentifier, createdAt, signedUntil } = signingKey
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="inline-flex min-w-0 items-center gap-1">
        <code dir="ltr" className="[overflow-wrap:anywhere]">
          {keyIdentifier}
        </code>
        <CopyButton value={keyIdentifier} label={t('settings.keys.copy_kid')} />
      </span>
      <span className="text-muted">
        {type} {algorithm} <span className="mx-1 text-line-strong">·</span>{' '}
        {signedUntil ? (
          t.rich('settings.keys.signed_until', { when: () => <Day value={signedUntil} /> })
        ) : (
          <>
            {t('settings.keys.created')} <Timestamp value={createdAt} />
          </>
        )}
      </span>
    </p>
  )
}
