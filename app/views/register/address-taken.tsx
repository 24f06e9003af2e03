import { formErrorId } from '#app/_ui/card/field.tsx'
import { signInAddress } from '#app/_ui/card/sign-in-address.ts'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { EmailAddress } from '#app/_ui/text/email-address.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'

interface AddressTakenProps {
  readonly email: string
  readonly ceremonyId: string
}

/** Leads the owner of an account to it, instead of refusing to make another one. */
export async function AddressTaken({ email, ceremonyId }: AddressTakenProps) {
  const t = await pageTexts()
  const forgot = ceremonyId
    ? `/forgot-password?ceremony=${encodeURIComponent(ceremonyId)}`
    : '/forgot-password'
  return (
    <Notice kind="info" id={formErrorId} alert startsHere className="mb-5">
      {t.rich('card.register.taken', {
        email: () => (
          <b>
            <EmailAddress email={email} />
          </b>
        ),
        signin: (text) => (
          <a href={signInAddress(ceremonyId)} className="ui-inline-link">
            {text}
          </a>
        ),
        reset: (text) => (
          <a href={forgot} className="ui-inline-link">
            {text}
          </a>
        ),
      })}
    </Notice>
  )
}
