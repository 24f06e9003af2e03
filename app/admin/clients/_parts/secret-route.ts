import { submitRoute } from '#app/_ui/form/submit-route.ts'

/** Reads a client's secret; the server records this in the audit log. */
export const secretRoute = submitRoute(
  async ({ api, id }) => {
    const { clientSecret } = await api.getClientSecret({ params: { id: id() } })
    return { message: '', shown: clientSecret }
  },
  (t) => ({ texts: { MANAGE_SCOPE_REQUIRED: t('clients.secret.out_of_reach') } }),
)
