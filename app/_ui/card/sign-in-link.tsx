import { ArrowLeft } from 'lucide-react'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { ClientView, StartAgain } from '#lib/answers/view.ts'
import { clientName } from './client-name.tsx'
import { signInAddress } from './sign-in-address.ts'
import { WayOn } from './way-on.tsx'

interface SignInLinkProps {
  /** Id of the interaction that the visitor came from; '' for none. */
  readonly ceremonyId: string
  /** Its application. */
  readonly client?: ClientView | undefined
  /** The sign-in is gone: the button starts it again. */
  readonly again?: StartAgain | undefined
  /** Absent: it is. */
  readonly isPrimary?: boolean
}

/** The button that continues the sign-in in progress, or else opens the account. */
export async function SignInLink(props: SignInLinkProps) {
  const { ceremonyId, client, again, isPrimary = true } = props
  const t = await pageTexts()
  const app = client && !client.isOwn ? await clientName(client) : undefined
  const label = app === undefined ? t('pages.sign-in.submit') : t('card.continue_to', { app })
  if (again) return <AgainButton {...again} label={label} />
  return (
    <WayOn id="sign-in-link" href={signInAddress(ceremonyId)} isPrimary={isPrimary}>
      {label}
    </WayOn>
  )
}

function AgainButton({ requestCopy, email, label }: StartAgain & { readonly label: string }) {
  return (
    <form method="post" action="/auth/restart">
      <input type="hidden" name="requestCopy" value={requestCopy} />
      <input type="hidden" name="email" value={email} />
      <button id="sign-in-link" type="submit" className="btn btn-lg btn-block btn-primary">
        {label}
      </button>
    </form>
  )
}

/** The link back to the sign-in, at the bottom of a self-service page. */
export async function BackToSignIn({ ceremonyId }: SignInLinkProps) {
  const t = await pageTexts()
  return (
    <p className="mt-6 text-center text-[0.875rem]">
      <a
        id="sign-in-link"
        href={signInAddress(ceremonyId)}
        className="ui-link inline-flex items-center gap-1.5"
      >
        <ArrowLeft className="flip size-4 shrink-0" aria-hidden="true" />
        {t('common.back_to_sign_in')}
      </a>
    </p>
  )
}
