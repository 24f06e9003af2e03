import { pageTexts } from './texts.ts'

interface SignInLinkProps {
  /** The sign-in that the visitor came from; '' for none. */
  readonly ceremonyId: string
}

/** The button that leads to the sign-in: back to the one that runs, else to the account. */
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

/** The foot of a page beside the sign-in: the way back. */
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

/** Signing in without an application leads to the account's own pages. */
export function signInAddress(ceremonyId: string): string {
  return ceremonyId ? `/auth/pwd?ceremony=${encodeURIComponent(ceremonyId)}` : '/account/profile'
}
