import { pageTexts } from '#app/_ui/text/texts.ts'

interface SignInLinkProps {
  /** Id of the interaction that the visitor came from; '' for none. */
  readonly ceremonyId: string
}

/** The button that resumes the running sign-in, or else opens the account. */
export async function SignInLink({ ceremonyId }: SignInLinkProps) {
  const t = await pageTexts()
  return (
    <a
      id="sign-in-link"
      href={signInAddress(ceremonyId)}
      className="btn btn-primary btn-block min-h-11 text-base"
    >
      {t('pages.sign-in.submit')}
    </a>
  )
}

/** The link back to the sign-in, at the bottom of a self-service page. */
export async function BackToSignIn({ ceremonyId }: SignInLinkProps) {
  const t = await pageTexts()
  return (
    <p className="mt-7 border-line border-t pt-6 text-center">
      <a id="sign-in-link" href={signInAddress(ceremonyId)} className="lone-link text-link text-sm">
        {t('common.back_to_sign_in')}
      </a>
    </p>
  )
}

/** Without an interaction, a sign-in leads to the account's own pages. */
export function signInAddress(ceremonyId: string): string {
  return ceremonyId ? `/auth/pwd?ceremony=${encodeURIComponent(ceremonyId)}` : '/account/profile'
}
