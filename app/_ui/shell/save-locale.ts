import { profileValues } from '#app/_ui/form/profile-form.ts'
import { zoneOf } from '#app/_ui/text/time-zone-choices.ts'
import type { Incoming } from '#lib/base/network/incoming.ts'
import { admit } from '#lib/console/guard.ts'
import type { Context } from '#lib/context.ts'
import { chooseLanguage, type Language } from '#lib/i18n/languages.ts'
import { makeApi } from './make-api.ts'

/**
 * Saves the language as that of the visitor's account. An account whose locale has this language already keeps its
 * region. A failure is only logged: the browser keeps the choice.
 */
export async function saveLocale(
  ctx: Context,
  { cookies }: Pick<Incoming, 'cookies'>,
  language: Language,
): Promise<void> {
  try {
    const admission = await admit(ctx, '/account/profile', cookies.console)
    if (admission?.kind !== 'admitted') return
    const api = makeApi(admission.visitor, language)
    const { user } = await api.getOwnProfile()
    if (user.locale && chooseLanguage([user.locale], '') === language) return
    const { zone, ...profile } = profileValues(user)
    await api.updateOwnProfile({ body: { ...profile, ...zoneOf(zone), locale: language } })
  } catch (error) {
    ctx.log.warn({ err: error, requestId: ctx.requestId }, 'failed to save an account’s language')
  }
}
