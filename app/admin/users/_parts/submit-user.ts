import { refresh } from 'next/cache'
import { pageTexts } from '../../../_components/texts.ts'
import type { Api } from '../../../_console/api.ts'
import type { FormState } from '../../../_console/form-state.ts'
import { pictureLimit } from '../../../_console/picture-limit.ts'
import { type SubmitOptions, submit } from '../../../_console/submit.ts'
import type { Place } from './place.ts'

interface UserSubmitOptions extends Pick<SubmitOptions, 'fields'> {
  /** Where the page stands in the list; for an action that leads back there. */
  readonly place?: Place
}

/** As `placeIn` makes it. */
const suffixOfPlace = /^(?:\?[!-~]*)?$/

/** Changes something about a user and shows the page anew. */
export async function submitUser(
  form: FormData,
  options: UserSubmitOptions,
  work: (api: Api) => Promise<unknown>,
): Promise<FormState> {
  const t = await pageTexts()
  const more = { done: t('console.saved'), words: await refusalWords() }
  return submit(form, { ...options, ...more }, async (api) => {
    // Before anything is changed: the address that is made of it comes after that.
    if ('place' in options) checkPlace(options.place)
    await work(api)
    refresh()
  })
}

/** @throws TypeError for a place that no page sends */
function checkPlace(place: Partial<Place> | null | undefined): void {
  if (typeof place?.suffix === 'string' && suffixOfPlace.test(place.suffix)) return
  throw new TypeError('A place that no page sends.')
}

/** Why the API refuses to change a user, in the visitor's language: its own words are English. */
async function refusalWords(): Promise<Readonly<Record<string, string>>> {
  const t = await pageTexts()
  const { mebibytes: max } = await pictureLimit()
  return {
    MANAGE_SCOPE_REQUIRED: t('users.refused.manage_scope_required'),
    LAST_ADMINISTRATOR: t('users.refused.last_administrator'),
    CONCURRENT_UPDATE: t('users.refused.concurrent_update'),
    EMAIL_ALREADY_EXISTS: t('users.refused.email_already_exists'),
    EMAIL_TOO_LONG: t('users.refused.email_too_long'),
    VALUE_TOO_LONG: t('users.refused.value_too_long'),
    OTP_NOT_ENABLED: t('users.refused.otp_not_enabled'),
    SMTP_NOT_ENABLED: t('users.refused.smtp_not_enabled'),
    NOT_FOUND: t('users.refused.not_found'),
    FILE_TOO_LARGE: t('console.picture.too_large', { max }),
    NO_FILE: t('account.refusals.no_file'),
  }
}
