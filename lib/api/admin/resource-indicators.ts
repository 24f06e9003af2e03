import * as contract from '#lib/api/contract/admin/resource-indicators.ts'
import { operation } from '#lib/api/operation.ts'
import { adminTransaction } from '#lib/context.ts'
import { saveIndicators } from '#lib/domain/resources/resource-indicators.ts'
import { findResource } from '#lib/domain/resources/resources.ts'

export const getResourceIndicators = operation(
  contract.getResourceIndicators,
  async (ctx, { params }) => {
    const { id } = await findResource(ctx, params.id)
    return { indicators: await ctx.store.resourceIndicators.listOf(id) }
  },
)

export const updateResourceIndicators = operation(
  contract.updateResourceIndicators,
  async (ctx, input) => {
    const { id } = await findResource(ctx, input.params.id)
    const { indicators, expectedIndicators } = input.body()
    const stored = await adminTransaction(ctx, (tx) =>
      saveIndicators(tx, id, indicators, input.caller, expectedIndicators),
    )
    return { indicators: [...stored] }
  },
)
