import * as contract from '#lib/api/contract/admin/dashboard.ts'
import { countLimit } from '#lib/api/contract/models/dashboard.ts'
import { operation } from '#lib/api/operation.ts'
import { readSignInFigures } from '#lib/domain/dashboard/sign-in-figures.ts'

const hoursOf = { '24h': 24, '7d': 7 * 24, '30d': 30 * 24 } as const

export const getSignInFigures = operation(contract.getSignInFigures, async (ctx, { query }) => {
  const { hours, applications, reasons, spike, ...others } = await readSignInFigures(
    ctx,
    hoursOf[query.range ?? '7d'],
    countLimit,
  )
  const names = await ctx.store.clients.namesOf(applications.map(({ clientId }) => clientId))
  return {
    figures: {
      ...others,
      reasons: [...reasons],
      hours: hours.map((one) => ({ ...one, hour: one.hour.toISOString() })),
      // A client that was deleted has no page.
      applications: applications.flatMap((one) => {
        const name = names.get(one.clientId)
        return name ? [{ ...one, ...name }] : []
      }),
      spike: spike && { ...spike, hour: spike.hour.toISOString() },
    },
  }
})
