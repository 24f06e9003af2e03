import { MailCheck, MailX } from 'lucide-react'
import Link from 'next/link'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { ownAccount } from '#app/_ui/shell/api.ts'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { pageSettings } from '#lib/http/page.ts'
import { AccountHeader } from '../account-header.tsx'
import { CodeForm } from './form.tsx'
import { SendForm } from './send.tsx'

/** Verifies the visitor's address with a mailed code. */
export default async function EmailVerificationPage() {
  const t = await pageTexts()
  const { email, emailVerified } = await ownAccount()
  const { smtpEnabled } = await pageSettings()
  return (
    <>
      <AccountHeader page="email_verification" intro={t('account.verification.intro')} />
      {emailVerified && (
        <Panel id="verified">
          <EmptyState
            icon={MailCheck}
            title={t('account.verification.verified')}
            text={t('account.verification.verified_text', { email })}
          >
            <Link href="/account/email" prefetch={false} className="btn btn-sm">
              {t('account.verification.change')}
            </Link>
          </EmptyState>
        </Panel>
      )}
      {!emailVerified && !smtpEnabled && (
        <Panel id="no-mail">
          <EmptyState
            icon={MailX}
            title={t('account.verification.no_mail')}
            text={t('account.verification.no_mail_text')}
          />
        </Panel>
      )}
      {!emailVerified && smtpEnabled && <Steps email={email} />}
    </>
  )
}

async function Steps({ email }: { readonly email: string }) {
  const t = await pageTexts()
  return (
    <ClientTexts areas={['account']}>
      <Panel
        id="send"
        title={t('account.verification.send_title')}
        intro={t.rich('account.verification.send_intro', {
          address: () => <EmailAddress email={email} className="font-medium text-base-content" />,
        })}
      >
        <SendForm action="/account/email-verification/submit/send" />
      </Panel>
      <Panel
        id="enter"
        title={t('account.verification.code_title')}
        intro={t('account.verification.code_intro')}
      >
        <CodeForm
          action="/account/email-verification/submit/verify"
          required={t('account.verification.code_required')}
        />
      </Panel>
    </ClientTexts>
  )
}
