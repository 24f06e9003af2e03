import Link from 'next/link'
import { Notice } from '#app/_ui/feedback/notice.tsx'
import { ownPerson } from '#app/_ui/shell/own-person.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'

/** The password that the log shows still signs in; its owner gets the way to change it. */
export async function GeneratedPassword() {
  const t = await pageTexts()
  const person = await ownPerson()
  return (
    <Notice kind="danger" id="generated-password" className="mx-5 mt-4">
      <p className="font-semibold">{t('dashboard.warnings.generated_password_used')}</p>
      <p>{t('dashboard.warnings.generated_password_used_text')}</p>
      {person?.user.passwordGenerated && (
        <Link
          id="change-generated-password"
          href="/account/change-password"
          prefetch={false}
          className="btn btn-sm mt-2"
        >
          {t('own.security.change')}
        </Link>
      )}
    </Notice>
  )
}
