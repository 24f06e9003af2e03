import Link from 'next/link'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { Rows } from '#app/_ui/layout/rows.tsx'
import { openConsole, ownAccount } from '#app/_ui/shell/api.ts'
import { PageHeader } from '#app/_ui/shell/page-header.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageSettings } from '#lib/http/page.ts'
import { ConnectableRow, IdentityRow } from '../_parts/identity-rows.tsx'
import { lacksPassword } from '../_parts/no-password.tsx'
import { ownPasskeys } from '../_parts/own-passkeys.ts'
import { PasswordAge, SecurityRow } from '../_parts/security-rows.tsx'

/** How the visitor signs in. */
export default async function SecurityPage() {
  const t = await pageTexts()
  const { otpEnabled } = await ownAccount()
  const title = t('own.security.title')
  return (
    <>
      <PageHeader title={title} intro={t('own.security.intro')} />
      <Panel id="password" title={t('own.security.password')} flush>
        <Rows>
          <SecurityRow
            of="password"
            title={<PasswordAge />}
            action={
              <Link href="/account/change-password" prefetch={false} className="btn btn-sm">
                {t((await lacksPassword()) ? 'own.no_password.set' : 'own.security.change')}
              </Link>
            }
          />
        </Rows>
      </Panel>
      <Passkeys />
      <Panel
        id="two-step"
        title={t('own.security.two_step')}
        intro={t('own.security.two_step_text')}
        flush
      >
        <Rows>
          <SecurityRow
            of="two-step"
            isOn={otpEnabled}
            title={t('own.security.app')}
            hint={otpEnabled ? t('own.security.on') : t('own.security.off')}
            action={<AuthenticatorLinks isOn={otpEnabled} />}
          />
          <RecoveryCodes />
        </Rows>
      </Panel>
      <LinkedAccounts />
    </>
  )
}

async function AuthenticatorLinks({ isOn }: { readonly isOn: boolean }) {
  const t = await pageTexts()
  if (!isOn) {
    return (
      <Link href="/account/otp" prefetch={false} className="btn btn-sm">
        {t('own.security.turn_on')}
      </Link>
    )
  }
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Link href="/account/otp/replace" prefetch={false} className="btn btn-sm">
        {t('account.otp.move')}
      </Link>
      <Link href="/account/otp" prefetch={false} className="btn btn-sm btn-quiet-danger">
        {t('own.security.turn_off')}
      </Link>
    </div>
  )
}

/** Shown once there is a provider to connect, or one is connected. */
async function LinkedAccounts() {
  const t = await pageTexts()
  const { api } = await openConsole()
  const { identities, providers } = await api.listOwnIdentities()
  if (identities.length + providers.length === 0) return null
  return (
    <Panel id="linked-accounts" title={t('own.linked.title')} intro={t('own.linked.intro')} flush>
      <Rows>
        {identities.map((identity) => (
          <IdentityRow key={identity.provider} identity={identity}>
            <LinkedAccountLink of={identity.provider} label={t('own.linked.disconnect')} />
          </IdentityRow>
        ))}
        {providers.map((provider) => (
          <ConnectableRow key={provider.alias} provider={provider}>
            <LinkedAccountLink of={provider.alias} label={t('own.linked.connect')} />
          </ConnectableRow>
        ))}
      </Rows>
    </Panel>
  )
}

function LinkedAccountLink({ of: alias, label }: { readonly of: string; readonly label: string }) {
  return (
    <Link
      href={`/account/linked-accounts#provider-${alias}`}
      prefetch={false}
      className="btn btn-sm"
    >
      {label}
    </Link>
  )
}

/** Shown once there is something to manage: passkeys are on, or were. */
async function Passkeys() {
  const t = await pageTexts()
  const passkeys = await ownPasskeys()
  const { passkeysEnabled } = await pageSettings()
  if (passkeys.length === 0 && !passkeysEnabled) return null
  return (
    <Panel id="passkeys" title={t('methods.own.passkeys')} intro={t('methods.own.intro')} flush>
      <Rows>
        <SecurityRow
          of="passkeys"
          isOn={passkeys.length > 0}
          title={t('methods.own.count', { count: passkeys.length })}
          action={
            <Link href="/account/passkeys" prefetch={false} className="btn btn-sm">
              {t('methods.own.manage')}
            </Link>
          }
        />
      </Rows>
    </Panel>
  )
}

/** Shown once there is a second factor that they stand in for. */
async function RecoveryCodes() {
  const t = await pageTexts()
  const { api } = await openConsole()
  const { recoveryCodesEnabled } = await pageSettings()
  const { otpEnabled } = await ownAccount()
  const hasFactor = otpEnabled || (await ownPasskeys()).length > 0
  if (!recoveryCodesEnabled || !hasFactor) return null
  const { left } = await api.getOwnRecoveryCodes()
  return (
    <SecurityRow
      of="recovery"
      isOn={left > 0}
      title={t('methods.own.recovery')}
      hint={t('methods.own.left', { left })}
      action={
        <Link href="/account/passkeys#recovery" prefetch={false} className="btn btn-sm">
          {t('methods.own.make')}
        </Link>
      }
    />
  )
}
