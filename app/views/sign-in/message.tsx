import { CopiedLink } from '#app/_ui/card/copied-link.tsx'
import type { FormMessage } from '#app/_ui/card/use-checked-form.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { View } from '#lib/answers/view.ts'
import { pageSettings } from '#lib/http/page.ts'
import { textOf } from '#lib/i18n/texts.ts'

type SignInView = Extract<View, { page: 'sign-in' }>

/** From this refusal on, the message offers a new password. */
const manyTimes = 3

/**
 * The message about the last attempt, with the field to correct. After a failed sign-in, the email is kept and the
 * password is asked for again.
 * @param query names the sign-in
 */
export async function signInError(
  { ceremonyId, error, canRecover }: SignInView,
  query: string,
): Promise<FormMessage | undefined> {
  if (!error) return undefined
  const { key, parameters, times = 1 } = error
  const t = await pageTexts()
  const field = fieldOf(key)
  if (key === 'handler.provider.embedded') {
    const { baseUrl } = await pageSettings()
    const href = `${baseUrl}/auth/issue?ceremony=${encodeURIComponent(ceremonyId)}`
    const text = (
      <>
        {textOf(t, key, parameters)}
        <CopiedLink id="open-elsewhere" href={href} label={t('pages.sign-in.copy_link')} />
      </>
    )
    return { text, field }
  }
  if (key !== 'handler.login.auth_failed' || times < manyTimes || !canRecover) {
    return { text: textOf(t, key, parameters), field }
  }
  const text = t.rich('card.sign_in.failed_again', {
    link: (words) => (
      <a href={`/forgot-password?${query}`} className="ui-inline-link">
        {words}
      </a>
    ),
  })
  return { text, field }
}

function fieldOf(key: string): 'email' | 'password' | undefined {
  if (key === 'handler.login.busy' || /^handler\.(passkey|provider)\./.test(key)) return undefined
  return key === 'validator.login.email_required' ? 'email' : 'password'
}
