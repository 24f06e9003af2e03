import { adminTransaction, type Context } from '#lib/context.ts'
import { checkProvider } from '#lib/domain/identity-providers/fields.ts'
import { updateProvider } from '#lib/domain/identity-providers/identity-providers.ts'
import { actorOf, operator } from '#lib/domain/permissions/caller.ts'
import { required } from './arguments.ts'
import { defineCommand, exitCodes, Failure } from './command.ts'
import { withContext } from './open.ts'

/** Stops sign-ins with an identity provider, for example one that was broken into. */
export const disableProvider = defineCommand({
  name: 'disable-provider',
  summary: 'Turns an identity provider off',
  options: {
    alias: { value: 'alias', text: 'alias of the provider, as in its redirect URI' },
    json: { text: 'prints JSON' },
  },
  notes:
    'From then on nobody signs in with it. Sessions that began with it stay, and so do its\nlinks: you can turn it on again in the console.',
  async run(terminal, values) {
    const alias = required(values.alias, 'alias')
    const wasEnabled = await withContext(terminal, (ctx) => disable(ctx, alias))
    if (values.json) terminal.out(JSON.stringify({ alias, wasEnabled }))
    else terminal.out(wasEnabled ? `${alias} is off now.` : `${alias} was off already.`)
    return exitCodes.done
  },
})

/** @returns whether it was on */
async function disable(ctx: Context, alias: string): Promise<boolean> {
  const own = await ctx.store.identityProviders.findByAlias(alias)
  if (!own) throw new Failure(`No provider has the alias '${alias}'.`)
  const checked = checkProvider(ctx, { enabled: false }, own)
  const update = { forgetsLinks: false, isPairwise: false, loggedInUser: actorOf(operator) }
  await adminTransaction(ctx, (tx) => updateProvider(tx, own, checked, update))
  return own.enabled
}
