import { EmailInText } from '#app/_ui/text/email-in-text.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { Notice } from './notice.tsx'

interface SignedInNoticeProps {
  /** The account signed in to this browser; absent if there is none, or if the page belongs to that account. */
  readonly email: string | undefined
}

/** Says on the page of a mailed link that another account is signed in here and remains signed in. */
export async function SignedInNotice({ email }: SignedInNoticeProps) {
  if (!email) return null
  const t = await pageTexts()
  return (
    <Notice kind="info" id="signed-in-as" className="mb-5">
      <EmailInText email={email} text={t('pages.link-in-flight.signed_in_as', { email })} />
    </Notice>
  )
}
