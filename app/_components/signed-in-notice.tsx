import { EmailInText } from './email-in-text.tsx'
import { Notice } from './notice.tsx'
import { pageTexts } from './texts.ts'

interface SignedInNoticeProps {
  /** Who is signed in to this browser; absent: nobody, or whose page this is. */
  readonly email: string | undefined
}

/** Says on the page of a mailed link that somebody else is signed in here, and stays so. */
export async function SignedInNotice({ email }: SignedInNoticeProps) {
  if (!email) return null
  const t = await pageTexts()
  return (
    <Notice kind="info" id="signed-in-as" className="mb-6">
      <EmailInText email={email} text={t('pages.link-in-flight.signed_in_as', { email })} />
    </Notice>
  )
}
