'use server'

import { pageTexts } from '../../../../_components/texts.ts'
import type { FormState } from '../../../../_console/form-state.ts'
import { expectedOfList } from '../../../../_console/list-values.ts'
import { submitRecord } from '../../../../_console/submit-record.ts'
import { listOfForm } from '../../_parts/list-of-form.ts'
import { redirectUriProblem } from '../../_parts/uri-problems.ts'

/** What the page knew of the client when it was shown. */
interface ShownClient {
  readonly id: number
  /** The callback that the console's own client has to keep; for every other client absent. */
  readonly callback?: string | undefined
}

/** Saves the addresses that a client's answers may go to. */
export async function saveRedirectUris(
  client: ShownClient,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  const t = await pageTexts()
  // Who calls it without the page may have sent anything in its place.
  const { id, callback } = client ?? {}
  // With every entry checked, this is what the API can still refuse.
  const left =
    callback && typeof callback === 'string'
      ? t('clients.redirect_uris.console_needs', { address: callback })
      : t('clients.redirect_uris.unused')
  return submitRecord(form, { labels: { VALIDATION_ERROR: left } }, async (api) => {
    await api.updateClientRedirectUris({
      params: { id },
      body: {
        redirectURIs: await listOfForm(form, redirectUriProblem),
        expectedRedirectURIs: expectedOfList<string>(form),
      },
    })
  })
}
