import Link from 'next/link'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { Rows } from '#app/_ui/layout/rows.tsx'
import { openConsole, ownAccount } from '#app/_ui/shell/api.ts'
import type { Api } from '#app/_ui/shell/make-api.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageSettings } from '#lib/http/page.ts'
import { confirming } from '../_confirm/confirming.ts'
import { AccountHeader } from '../account-header.tsx'
import { OwnMoment } from '../own-moment.tsx'
import { FactorForm } from './factor-form.tsx'
import { LostPasskey } from './lost-passkey.tsx'
import { NewCodes } from './new-codes.tsx'

type Passkey = Awaited<ReturnType<Api['listOwnPasskeys']>>['passkeys'][number]

/** The visitor's passkeys and recovery codes. */
export default async function PasskeysPage() {
  const t = await pageTexts()
  const { api } = await openConsole()
  const { email, otpEnabled } = await ownAccount()
  const { passkeysEnabled } = await pageSettings()
  const { passkeys, askAfterPassword } = await api.listOwnPasskeys()
  const common = { email, confirming: await confirming() }
  const known = passkeys.map(({ id }) => id)
  const isAlone = passkeys.length === 1 && passkeys.every(({ synced }) => !synced)
  return (
    <>
      <AccountHeader page="passkeys" intro={t('methods.own.intro')} />
      <ClientTexts areas={['account', 'methods']}>
        {(passkeysEnabled || passkeys.length > 0) && (
          <Panel id="passkeys" title={t('methods.own.passkeys')} flush>
            {passkeys.length > 0 ? (
              <Rows>
                {passkeys.map((passkey) => (
                  <PasskeyRow
                    key={passkey.id}
                    passkey={passkey}
                    renewal={
                      passkeysEnabled &&
                      !passkey.usable && (
                        <FactorForm
                          {...common}
                          action="/account/passkeys/submit/add"
                          id={`passkey-renew-${passkey.id}`}
                          label={t('methods.own.renew')}
                          fields={{ replaces: String(passkey.id) }}
                          registers={{ known }}
                        />
                      )
                    }
                  >
                    <FactorForm
                      {...common}
                      action={`/account/passkeys/submit/remove/${passkey.id}`}
                      id={`passkey-remove-${passkey.id}`}
                      label={t('methods.own.remove')}
                      tone="danger"
                    />
                  </PasskeyRow>
                ))}
              </Rows>
            ) : (
              <p className="px-5 py-4 text-muted">{t('methods.own.none')}</p>
            )}
          </Panel>
        )}
        {!passkeysEnabled && passkeys.length === 0 && (
          <Panel id="passkeys" title={t('methods.own.passkeys')}>
            <p className="text-muted">{t('methods.own.off')}</p>
            <p className="mt-3">
              <Link href="/account/security" prefetch={false} className="btn btn-sm">
                {t('own.security.title')}
              </Link>
            </p>
          </Panel>
        )}
        {passkeysEnabled && (
          <Panel
            id="passkey-add"
            title={t('methods.own.add')}
            intro={t('methods.own.confirm_body')}
          >
            {isAlone && (
              <Notice kind="info" className="mb-4">
                {t('methods.own.second')}
              </Notice>
            )}
            <noscript>
              <p>{t('methods.own.noscript')}</p>
            </noscript>
            <NewCodes
              {...common}
              action="/account/passkeys/submit/add"
              id="passkey-create"
              label={t('methods.own.add')}
              registers={{ known }}
            />
          </Panel>
        )}
        {passkeys.some(({ usable }) => usable) && (
          <Panel id="second-factor" title={t('methods.own.ask')} intro={t('methods.own.ask_hint')}>
            <FactorForm
              {...common}
              action="/account/passkeys/submit/second-factor"
              id="ask-after-password"
              label={t(askAfterPassword ? 'methods.own.turn_off' : 'methods.own.turn_on')}
              fields={{ askAfterPassword: askAfterPassword ? '' : 'on' }}
            />
          </Panel>
        )}
        <Recovery common={common} hasFactor={otpEnabled || passkeys.length > 0} />
        {common.confirming.canMailCode && (
          <Panel id="lost" title={t('methods.lost.title')} intro={t('methods.lost.text')}>
            <LostPasskey email={email} />
          </Panel>
        )}
      </ClientTexts>
    </>
  )
}

interface PasskeyRowProps {
  readonly passkey: Passkey
  /** Makes one for the present domain in its place. */
  readonly renewal: React.ReactNode
  /** Removes it. */
  readonly children: React.ReactNode
}

async function PasskeyRow({ passkey, renewal, children }: PasskeyRowProps) {
  const t = await pageTexts()
  const { id, name, createdAt, lastUsedAt, synced, usable, relyingPartyId } = passkey
  return (
    <li data-passkey={id} className="flex-wrap">
      <div className="ui-row-text basis-48">
        <p className="ui-row-title [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </p>
        <p className="ui-hint">
          {t.rich('methods.own.added', { time: () => <OwnMoment value={createdAt} /> })}
          {' · '}
          {lastUsedAt
            ? t.rich('methods.own.used', { time: () => <OwnMoment value={lastUsedAt} /> })
            : t('methods.own.never_used')}
          {' · '}
          {usable
            ? t(synced ? 'methods.own.synced' : 'methods.own.on_device')
            : t('methods.own.elsewhere', { host: relyingPartyId })}
        </p>
      </div>
      {renewal && (
        <details className="basis-full">
          <summary className="ui-link cursor-pointer py-1">{t('methods.own.renew')}</summary>
          <p className="my-3 max-w-xl text-muted">{t('methods.own.renew_body')}</p>
          {renewal}
        </details>
      )}
      <details className="basis-full">
        <summary className="ui-link cursor-pointer py-1">{t('methods.own.remove')}</summary>
        <p className="my-3 max-w-xl text-muted">
          <b className="block text-ink">{t('methods.own.remove_title', { name })}</b>
          {t('methods.own.remove_body')}
        </p>
        {children}
      </details>
    </li>
  )
}

/** So few codes are a reason to make new ones. */
const fewCodes = 3

interface RecoveryProps {
  readonly common: Pick<Parameters<typeof FactorForm>[0], 'email' | 'confirming'>
  /** A second factor that the codes stand in for. */
  readonly hasFactor: boolean
}

async function Recovery({ common, hasFactor }: RecoveryProps) {
  const t = await pageTexts()
  const { api } = await openConsole()
  const { recoveryCodesEnabled } = await pageSettings()
  if (!recoveryCodesEnabled) return null
  const codes = await api.getOwnRecoveryCodes()
  if (!hasFactor) {
    return (
      <Panel id="recovery" title={t('methods.own.recovery')} intro={t('methods.own.no_factor')} />
    )
  }
  const left = `${t('methods.own.left', { left: codes.left })}. ${t('methods.own.make_body')}`
  return (
    <Panel
      id="recovery"
      title={t('methods.own.recovery')}
      intro={codes.madeAt ? left : t('methods.codes.text')}
    >
      {codes.madeAt && codes.left <= fewCodes && (
        <Notice kind="warning" className="mb-4">
          {t('methods.own.few', { left: codes.left })}
        </Notice>
      )}
      <NewCodes
        {...common}
        action="/account/passkeys/submit/codes"
        id="codes-make"
        label={t('methods.own.make')}
      />
    </Panel>
  )
}
