import { FormRefusal } from '#app/_ui/form/form-values.ts'
import { recordRefusals } from '#app/_ui/form/record-refusals.ts'
import { saveList } from '#app/_ui/form/save-list.ts'
import { type Submission, submitRoute } from '#app/_ui/form/submit-route.ts'
import { consoleCallbacks } from '#app/admin/clients/_parts/console-callbacks.ts'
import { listAsRead, listOfForm } from '#app/admin/clients/_parts/list-of-form.ts'
import { redirectUriProblem } from '#app/admin/clients/_parts/uri-problems.ts'
import { ApiError } from '#lib/api/client.ts'

/** Saves a client's redirect URIs. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(async (submission) => {
  const { api, id, form, t } = submission
  const params = { id: id() }
  const mine = listOfForm(submission, redirectUriProblem)
  const read = listAsRead(form)
  const body = { redirectURIs: mine, expectedRedirectURIs: read }
  try {
    await saveList(
      t,
      () => api.updateClientRedirectUris({ params, body }),
      async () => {
        const { client } = await api.getClient({ params })
        return read && { read, mine, now: (client.redirectURIs ?? []).map(({ uri }) => uri) }
      },
    )
  } catch (error) {
    const isRefused = error instanceof ApiError && error.code === 'VALIDATION_ERROR'
    throw isRefused ? new FormRefusal('', await reasonOf(submission)) : error
  }
  return { done: 'saved' }
}, recordRefusals)

/** Every entry was checked, so these are the API's only remaining reasons to refuse. */
async function reasonOf({ api, id, t }: Submission): Promise<string> {
  const { client } = await api.getClient({ params: { id: id() } })
  const address = consoleCallbacks(client).join(', ')
  return address
    ? t('clients.redirect_uris.console_needs', { address })
    : t('clients.redirect_uris.unused')
}
