import { FormRefusal, textOfField } from '#app/_ui/form/form-values.ts'
import { submitRoute } from '#app/_ui/form/submit-route.ts'
import { refusalsOfProvider } from '#app/admin/identity-providers/_parts/refusals.ts'

/** Moves a provider one place up or down on the sign-in page. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = submitRoute(
  async ({ api, form, id, t }) => {
    const moved = id('providerId')
    const order = textOfField(form, 'order').split(' ').map(Number)
    const from = order.indexOf(moved)
    const to = from + (textOfField(form, 'by') === 'up' ? -1 : 1)
    const other = order[to]
    if (from < 0 || other === undefined) throw new FormRefusal('', t('console.record.not_found'))
    const ids = order.with(to, moved).with(from, other)
    await api.orderIdentityProviders({ body: { ids, expectedIds: order } })
    return { done: 'saved' }
  },
  refusalsOfProvider,
)
