import { clientSecret as newSecret } from '#lib/base/crypto/random.ts'
import { adminTransaction } from '#lib/context.ts'
import {
  discloseSecret,
  makeClientConfidential,
  requireClientSecret,
} from '#lib/domain/clients/client-secret.ts'
import { findClient, lockClient } from '#lib/domain/clients/clients.ts'
import { actorOf, operator } from '#lib/domain/permissions/caller.ts'
import type { ClientRecord } from '#lib/persistence/store.ts'
import { UsageError } from './arguments.ts'
import { defineCommand, exitCodes, Failure } from './command.ts'
import { clientNamed } from './find-client.ts'
import { withContext } from './open.ts'
import { readSecret } from './secrets.ts'

const loggedInUser = actorOf(operator)

/** Shows or replaces a client's secret. Each disclosure is in the audit log, as in the console. */
export const clientSecret = defineCommand({
  name: 'client-secret',
  summary: 'Shows or replaces the secret of an application',
  operands: ['<identifier>'],
  options: {
    show: { text: 'prints the secret' },
    rotate: { text: 'replaces the secret with a generated one; --show prints it' },
    'secret-from-stdin': { text: 'replaces the secret with one from standard input' },
    json: { text: 'prints JSON' },
  },
  notes: 'The server refuses the replaced secret at once.',
  async run(terminal, values, [identifier = '']) {
    const { show, rotate, json } = values
    const fromInput = values['secret-from-stdin']
    if (rotate && fromInput) {
      throw new UsageError('Use either --rotate or --secret-from-stdin, not both.')
    }
    if (!show && !rotate && !fromInput) {
      throw new UsageError('One of --show, --rotate or --secret-from-stdin is required.')
    }
    const read = fromInput ? await readSecret(terminal, 'secret') : null
    const replacement = rotate ? newSecret() : read
    const { client, secret } = await withContext(terminal, async (ctx) => {
      const client = await clientNamed(ctx, identifier)
      if (client.isPublic)
        throw new Failure(`The client '${identifier}' is public and has no secret.`)
      if (replacement !== null) {
        requireClientSecret(replacement)
        await adminTransaction(ctx, async (tx) => {
          requireSecret(await lockClient(tx, client.id))
          await makeClientConfidential(tx, client.id, replacement, loggedInUser)
        })
      }
      if (!show) return { client, secret: null }
      return {
        client,
        secret: await discloseSecret(ctx, await findClient(ctx, client.id), loggedInUser),
      }
    })
    const print = secret !== null && rotate ? terminal.generated : terminal.out
    if (json) {
      const shown = secret === null ? {} : { clientSecret: secret }
      print(JSON.stringify({ id: client.id, clientId: client.clientIdentifier, ...shown }))
    } else if (secret !== null) print(secret)
    else terminal.out(`The secret of ${client.clientIdentifier} was replaced; --show prints it.`)
    return exitCodes.done
  },
})

function requireSecret({ isPublic, clientIdentifier }: ClientRecord): void {
  if (isPublic) throw new Failure(`The client '${clientIdentifier}' is public and has no secret.`)
}
