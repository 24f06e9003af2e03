import { refresh } from 'next/cache'
import { pageTexts } from '../../../_components/texts.ts'
import type { Api } from '../../../_console/api.ts'
import type { FormState } from '../../../_console/form-state.ts'
import { pictureLimit } from '../../../_console/picture-limit.ts'
import { type SubmitOptions, submit } from '../../../_console/submit.ts'
import type { UserListState } from './user-list-state.ts'

interface UserSubmitOptions extends Pick<SubmitOptions, 'fields'> {
  /** The list's page and search, for an action that returns to the list. */
  readonly listState?: UserListState
}

/** The form that `userListStateOf` produces. */
const suffixOfListState = /^(?:\?[!-~]*)?$/

/** Changes a user and refreshes the page. */
export async function submitUser(
  form: FormData,
  options: UserSubmitOptions,
  work: (api: Api) => Promise<unknown>,
): Promise<FormState> {
  const t = await pageTexts()
  const more = { done: t('console.saved'), labels: await refusalLabels() }
  return submit(form, { ...options, ...more }, async (api) => {
    // Checked before the change, because the redirect that uses it comes afterwards.
    if ('listState' in options) checkListState(options.listState)
    await work(api)
    refresh()
  })
}

/** @throws TypeError for a list state that no page sends */
function checkListState(listState: Partial<UserListState> | null | undefined): void {
  if (typeof listState?.suffix === 'string' && suffixOfListState.test(listState.suffix)) return
  throw new TypeError('A place that no page sends.')
}

/** The API's refusals in the visitor's language; the API's own texts are English. */
async function refusalLabels(): Promise<Readonly<Record<string, string>>> {
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
