'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { signInAgainAddress } from '#lib/console/addresses.ts'

/** For an account without a password: a fresh sign-in confirms that it is the visitor, or a password that is set now. */
export function SignInAgain() {
  const t = useTexts()
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-muted">{t('methods.confirm.again')}</p>
      <a href={signInAgainAddress(usePathname())} className="btn btn-sm">
        {t('methods.confirm.again_do')}
      </a>
      <Link href="/account/change-password" className="ui-link" prefetch={false}>
        {t('methods.confirm.set_password')}
      </Link>
    </div>
  )
}
