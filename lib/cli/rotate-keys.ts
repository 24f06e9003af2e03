import { listKeys, rotateKeys as rotate } from '#lib/domain/keys/keys.ts'
import { actorOf, operator } from '#lib/domain/permissions/caller.ts'
import { defineCommand, exitCodes } from './command.ts'
import { withContext } from './open.ts'

export const rotateKeys = defineCommand({
  name: 'rotate-keys',
  summary: 'Rotates the signing keys',
  options: { json: { text: 'prints JSON' } },
  notes:
    'The next key becomes the current one. The replaced key still verifies tokens, and the key before it\nis deleted: the server refuses all tokens that it signed, including refresh tokens.',
  async run(terminal, { json }) {
    const keys = await withContext(terminal, async (ctx) => {
      await rotate(ctx, actorOf(operator))
      return listKeys(ctx)
    })
    const shown = keys.map(({ state, keyIdentifier, createdAt }) => ({
      state,
      kid: keyIdentifier,
      createdAt: createdAt.toISOString(),
    }))
    if (json) terminal.out(JSON.stringify({ keys: shown }))
    else {
      terminal.out('The keys were rotated.')
      for (const { state, kid } of shown) terminal.out(`  ${state.padEnd(9)} ${kid}`)
    }
    return exitCodes.done
  },
})
