import { type AdminTx, adminTransaction } from '#lib/context.ts'
import { saveClientFlows } from '#lib/domain/clients/client-flows.ts'
import {
  requireConsoleCallback,
  saveRedirectUris,
  saveWebOrigins,
} from '#lib/domain/clients/client-lists.ts'
import { lockClient } from '#lib/domain/clients/clients.ts'
import { checkRedirectUris, requireBrowserFlow } from '#lib/domain/clients/redirect-uris.ts'
import { canonicalOrigin, checkWebOrigins } from '#lib/domain/clients/web-origins.ts'
import { actorOf, operator } from '#lib/domain/permissions/caller.ts'
import type { ClientWithLists } from '#lib/persistence/clients/clients.ts'
import { oneOf, UsageError } from './arguments.ts'
import { defineCommand, exitCodes, Failure } from './command.ts'
import { clientNamed } from './find-client.ts'
import { withContext } from './open.ts'

/** The stored value of each `--pkce` option. */
const pkceRequired = { required: true, optional: false, inherit: null } as const
const pkceWords = ['required', 'optional', 'inherit'] as const

interface ListChange {
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

interface Changes {
  readonly redirectUris: ListChange
  readonly webOrigins: ListChange
  readonly pkce: keyof typeof pkceRequired | null
}

const loggedInUser = actorOf(operator)

export const updateClient = defineCommand({
  name: 'update-client',
  summary: 'Adds and removes redirect URIs and web origins of an application',
  operands: ['<identifier>'],
  options: {
    'add-redirect-uri': { value: 'uri', multiple: true, text: 'adds a redirect URI; repeatable' },
    'remove-redirect-uri': {
      value: 'uri',
      multiple: true,
      text: 'removes a redirect URI; repeatable',
    },
    'add-web-origin': {
      value: 'origin',
      multiple: true,
      text: 'adds an origin whose scripts may call this server; repeatable',
    },
    'remove-web-origin': { value: 'origin', multiple: true, text: 'removes an origin; repeatable' },
    pkce: { value: 'rule', text: 'required, optional, or inherit (from the settings)' },
    json: { text: 'prints JSON' },
  },
  notes: 'Applies all changes or none. Adding an existing entry changes nothing.',
  async run(terminal, values, [identifier = '']) {
    const changes: Changes = {
      redirectUris: { add: values['add-redirect-uri'], remove: values['remove-redirect-uri'] },
      webOrigins: { add: values['add-web-origin'], remove: values['remove-web-origin'] },
      pkce: values.pkce === undefined ? null : oneOf(values.pkce, pkceWords, 'pkce'),
    }
    requireSome(changes)
    const client = await withContext(terminal, async (ctx) => {
      const { id } = await clientNamed(ctx, identifier)
      return adminTransaction(ctx, (tx) => apply(tx, id, changes))
    })
    const { id, clientIdentifier, redirectUris, webOrigins } = client
    const lists = {
      redirectUris: redirectUris.map(({ uri }) => uri),
      webOrigins: webOrigins.map(({ origin }) => origin),
    }
    if (values.json) {
      const { pkceRequired } = client
      terminal.out(JSON.stringify({ id, clientId: clientIdentifier, ...lists, pkceRequired }))
      return exitCodes.done
    }
    terminal.out(`The client ${clientIdentifier} was saved.`)
    for (const uri of lists.redirectUris) terminal.out(`Redirect URI: ${uri}`)
    for (const origin of lists.webOrigins) terminal.out(`Web origin:   ${origin}`)
    return exitCodes.done
  },
})

function requireSome({ redirectUris, webOrigins, pkce }: Changes): void {
  const given = [redirectUris, webOrigins].flatMap(({ add, remove }) => [...add, ...remove])
  if (given.length === 0 && pkce === null)
    throw new UsageError('Nothing to change: use at least one of the options.')
}

async function apply(tx: AdminTx, id: number, changes: Changes): Promise<ClientWithLists> {
  let client = await lockClient(tx, id)
  if (changes.pkce !== null) {
    if (client.isPublic && changes.pkce !== 'required') {
      throw new Failure('A public client always needs PKCE.')
    }
    const flows = { pkceRequired: pkceRequired[changes.pkce] }
    client = await saveClientFlows(tx, id, flows, loggedInUser)
  }
  client = await applyRedirectUris(tx, client, changes.redirectUris)
  return applyWebOrigins(tx, client, changes.webOrigins)
}

async function applyRedirectUris(
  tx: AdminTx,
  client: ClientWithLists,
  change: ListChange,
): Promise<ClientWithLists> {
  const stored = client.redirectUris.map(({ uri }) => uri)
  const wanted = changed(stored, trimmed(change), 'redirect URI')
  if (wanted === null) return client
  requireBrowserFlow(tx, client, wanted)
  const checked = checkRedirectUris(wanted, client)
  requireConsoleCallback(tx, client, checked)
  return saveRedirectUris(tx, client.id, { wanted: checked }, loggedInUser)
}

async function applyWebOrigins(
  tx: AdminTx,
  client: ClientWithLists,
  { add, remove }: ListChange,
): Promise<ClientWithLists> {
  const stored = client.webOrigins.map(({ origin }) => origin)
  const canonical = (origins: readonly string[]) =>
    origins.map((origin) => canonicalOrigin(origin) ?? origin)
  const change = { add: canonical(add), remove: canonical(remove) }
  const wanted = changed(stored, change, 'web origin')
  if (wanted === null) return client
  return saveWebOrigins(tx, client.id, { wanted: checkWebOrigins(wanted) }, loggedInUser)
}

function trimmed({ add, remove }: ListChange): ListChange {
  return { add: add.map((entry) => entry.trim()), remove: remove.map((entry) => entry.trim()) }
}

/**
 * Applies a change to a list; null when nothing changes.
 * @throws Failure when an entry to remove does not exist
 */
function changed(
  stored: readonly string[],
  { add, remove }: ListChange,
  what: string,
): readonly string[] | null {
  const missing = remove.find((entry) => !stored.includes(entry))
  if (missing !== undefined) throw new Failure(`The client has no ${what} '${missing}'.`)
  const kept = stored.filter((entry) => !remove.includes(entry))
  const added = add.filter((entry, i) => !kept.includes(entry) && add.indexOf(entry) === i)
  return added.length === 0 && kept.length === stored.length ? null : [...kept, ...added]
}
