import Link from 'next/link'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { openConsole, ownAccount } from '#app/_ui/shell/api.ts'
import { Badge } from '#app/_ui/text/badge.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageSettings } from '#lib/http/page.ts'
import { confirming } from '../_confirm/confirming.ts'
import { lacksPassword, NoPassword } from '../_parts/no-password.tsx'
import { AccountHeader } from '../account-header.tsx'
import { EmailForm } from './form.tsx'
import { PendingEmail } from './pending.tsx'

interface EmailPageProps {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

/** Changes the visitor's email, confirmed by the password and, with mail, by a code that the new address receives. */
export default async function EmailPage({ searchParams }: EmailPageProps) {
  const t = await pageTexts()
  const { api } = await openConsole()
  const { email, emailVerified } = await ownAccount()
  const { smtpEnabled } = await pageSettings()
  const confirms = await confirming()
  const { pendingEmail } = await api.getPendingEmail()
  const { code } = await searchParams
  return (
    <>
      <AccountHeader page="email" intro={t('account.email.intro')} />
      <Panel id="current" title={t('account.email.current')}>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <EmailAddress email={email} className="min-w-0 font-medium" />
          <Badge tone={emailVerified ? 'success' : 'warning'}>
            {t(emailVerified ? 'account.email.verified' : 'account.email.unverified')}
          </Badge>
          {!emailVerified && smtpEnabled && (
            <Link href="/account/email-verification" prefetch={false} className="text-link text-sm">
              {t('account.email.verify_now')}
            </Link>
          )}
        </p>
      </Panel>
      {pendingEmail && (
        <ClientTexts areas={['account']}>
          <PendingEmail email={pendingEmail} code={typeof code === 'string' ? code : ''} />
        </ClientTexts>
      )}
      <Panel
        id="change"
        title={t('account.email.change')}
        intro={t(smtpEnabled ? 'account.email.change_intro' : 'account.email.change_now')}
      >
        {(await lacksPassword()) ? (
          <NoPassword />
        ) : (
          <ClientTexts areas={['account']}>
            <EmailForm
              action={smtpEnabled ? '/account/email/submit' : '/account/email/submit/now'}
              current={email}
              confirming={confirms}
              messages={{
                email: t('validator.email.required'),
                mismatch: t('validator.email.confirmation_mismatch'),
                password: t('account.refusals.password_required'),
                code: t('handler.otp.code_required'),
              }}
            />
          </ClientTexts>
        )}
      </Panel>
    </>
  )
}
