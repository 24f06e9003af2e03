import Link from 'next/link'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { openConsole, ownAccount } from '#app/_ui/shell/api.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageSettings } from '#lib/http/page.ts'
import { confirming } from '../_confirm/confirming.ts'
import { AccountHeader } from '../account-header.tsx'
import { type ConfirmedBy, FactorForm } from './factor-form.tsx'
import { LostPasskey } from './lost-passkey.tsx'
import { NewCodes } from './new-codes.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { Recovery } from './recovery.tsx'

/** The visitor's passkeys and recovery codes. */
export default async function PasskeysPage() {
  const t = await pageTexts()
  const { api } = await openConsole()
  const { email, otpEnabled } = await ownAccount()
  const { passkeysEnabled } = await pageSettings()
  const { passkeys, askAfterPassword } = await api.listOwnPasskeys()
  const confirmedBy = { email, confirming: await confirming() }
  const known = passkeys.map(({ id }) => id)
  const isAlone = passkeys.length === 1 && passkeys.every(({ synced }) => !synced)
  return (
    <>
      <AccountHeader page="passkeys" intro={t('methods.own.intro')} />
      <ClientTexts areas={['account', 'methods']}>
        {(passkeysEnabled || passkeys.length > 0) && (
          <Panel id="passkeys" title={t('methods.own.passkeys')} flush>
            <PasskeyList
              confirmedBy={confirmedBy}
              passkeys={passkeys}
              known={known}
              canAdd={passkeysEnabled}
            />
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
          <AddPasskey confirmedBy={confirmedBy} known={known} isAlone={isAlone} />
        )}
        {passkeys.some(({ usable }) => usable) && (
          <Panel id="second-factor" title={t('methods.own.ask')} intro={t('methods.own.ask_hint')}>
            <FactorForm
              {...confirmedBy}
              action="/account/passkeys/submit/second-factor"
              id="ask-after-password"
              label={t(askAfterPassword ? 'methods.own.turn_off' : 'methods.own.turn_on')}
              fields={{ askAfterPassword: askAfterPassword ? '' : 'on' }}
            />
          </Panel>
        )}
        <Recovery confirmedBy={confirmedBy} hasFactor={otpEnabled || passkeys.length > 0} />
        {confirmedBy.confirming.canMailCode && (
          <Panel id="lost" title={t('methods.lost.title')} intro={t('methods.lost.text')}>
            <LostPasskey email={email} />
          </Panel>
        )}
      </ClientTexts>
    </>
  )
}

interface AddPasskeyProps {
  readonly confirmedBy: ConfirmedBy
  readonly known: readonly number[]
  /** The only passkey is on one device alone. */
  readonly isAlone: boolean
}

async function AddPasskey({ confirmedBy, known, isAlone }: AddPasskeyProps) {
  const t = await pageTexts()
  return (
    <Panel
      id="passkey-add"
      title={t('methods.own.add')}
      intro={confirmedBy.confirming.owes === 'factor' ? '' : t('methods.own.confirm_body')}
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
        {...confirmedBy}
        action="/account/passkeys/submit/add"
        id="passkey-create"
        label={t('methods.own.add')}
        registers={{ known }}
        tone="primary"
      />
    </Panel>
  )
}
