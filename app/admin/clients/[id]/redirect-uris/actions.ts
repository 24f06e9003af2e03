'use server'

import { pageTexts } from '../../../../_components/texts.ts'
import type { FormState } from '../../../../_console/form-state.ts'
import { expectedOfList } from '../../../../_console/list-values.ts'
import { submitRecord } from '../../../../_console/submit-record.ts'
import { listOfForm } from '../../_parts/list-of-form.ts'
import { redirectUriProblem } from '../../_parts/uri-problems.ts'

/** The client as the page read it. */
interface ShownClient {
  readonly id: number
  /** The callback that the console's own client must keep; absent for every other client. */
  readonly callback?: string | undefined
}

export async function saveRedirectUris(
  client: ShownClient,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  const t = await pageTexts()
  // The action is a public endpoint, so its first argument may be anything.
  const { id, callback } = client ?? {}
  // Every entry is checked, so this is the API's only remaining reason to refuse.
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
