import { FormRefusal, textOfField } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { listAddress } from '#app/admin/identity-providers/_parts/addresses.ts'
import { refusalsOfProvider } from '#app/admin/identity-providers/_parts/refusals.ts'

/** Moves a provider to another place on the sign-in page. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form, id, t }) => {
    const moved = id('providerId')
    const order = textOfField(form, 'order').split(' ').map(Number)
    const from = order.indexOf(moved)
    const place = textOfField(form, 'to')
    const to = /^\d{1,4}$/.test(place) ? Number(place) : order.length
    if (from < 0 || to >= order.length) throw new FormRefusal('', t('console.record.not_found'))
    const ids = order.toSpliced(from, 1).toSpliced(to, 0, moved)
    await api.orderIdentityProviders({ body: { ids, expectedIds: order } })
    const { identityProvider } = await api.getIdentityProvider({ params: { id: moved } })
    return {
      message: t('idp.moved', { name: identityProvider.displayName, place: to + 1 }),
      isStale: true,
      undo: {
        action: `${listAddress}/submit/move/${moved}`,
        fields: [
          ['order', ids.join(' ')],
          ['to', String(from)],
        ],
      },
    }
  },
  (t) => {
    const { texts } = refusalsOfProvider(t)
    const changed = { CONCURRENT_UPDATE: t('idp.order_changed') }
    return { texts: { ...texts, ...changed }, stale: ['CONCURRENT_UPDATE'] }
  },
)
