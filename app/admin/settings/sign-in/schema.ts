import { boolean, object, optional, refine, string } from 'zod/mini'
import type { useTexts } from '#app/_ui/text/use-texts.ts'
import { isDayCount } from './values.ts'

const domain = /^(localhost|([a-z0-9-]+\.)+[a-z][a-z0-9-]*)$/i

/** What the browser checks before it sends the form; the server checks all fields. */
export function signInSchema(t: ReturnType<typeof useTexts>) {
  return object({
    passkeysEnabled: boolean(),
    passkeyOfferEnabled: boolean(),
    passkeyRelyingPartyId: string().check(
      refine(
        (text) => text.trim() === '' || domain.test(text.trim()),
        t('methods.settings.bad_domain'),
      ),
    ),
    domainConfirmed: optional(boolean()),
    leaveConfirmed: optional(boolean()),
    recoveryCodesEnabled: boolean(),
    rememberBrowserDays: string().check(
      refine(
        (text) => text.trim() !== '' && isDayCount(Number(text)),
        t('methods.settings.bad_days'),
      ),
    ),
    newSignInNoticeEnabled: boolean(),
    identityProvidersEnabled: boolean(),
    breachedPasswordCheck: string(),
    breachedPasswordService: string(),
    accountChooserEnabled: boolean(),
    signInPage: string(),
  })
}
