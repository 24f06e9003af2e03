import { Panel } from '#app/_ui/layout/panel.tsx'
import { RowAction } from '#app/_ui/list/row-action.tsx'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { CodeForm } from '../email-verification/form.tsx'

interface PendingProps {
  readonly email: string
  /** The code of the mailed link; '' without one. */
  readonly code: string
}

/** The new address that waits for its code. */
export async function PendingEmail({ email, code }: PendingProps) {
  const t = await pageTexts()
  return (
    <Panel
      id="pending"
      title={t('account.email.pending')}
      intro={t.rich('account.email.pending_intro', {
        address: () => <EmailAddress email={email} className="font-medium text-base-content" />,
      })}
    >
      <div className="flex flex-col gap-4">
        <CodeForm
          action="/account/email/submit/confirm"
          required={t('account.verification.code_required')}
          code={code}
        />
        <div className="flex flex-wrap gap-3">
          <RowAction
            action="/account/email/submit/send"
            id="send-code"
            label={t('account.email.resend')}
            name={t('account.email.resend')}
          />
          <RowAction
            action="/account/email/submit/cancel"
            id="cancel-change"
            label={t('account.email.cancel')}
            name={t('account.email.cancel')}
          />
        </div>
      </div>
    </Panel>
  )
}
