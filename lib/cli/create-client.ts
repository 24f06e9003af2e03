import { readFileSync } from 'node:fs'
import { type AdminTx, adminTransaction } from '#lib/context.ts'
import { saveClientFlows } from '#lib/domain/clients/client-flows.ts'
import {
  checkClientKeys,
  type KeySet,
  type SentKeys,
  saveClientKeys,
} from '#lib/domain/clients/client-keys.ts'
import { saveRedirectUris, saveWebOrigins } from '#lib/domain/clients/client-lists.ts'
import { saveLogoutUri } from '#lib/domain/clients/client-logout.ts'
import {
  checkClientPermissions,
  saveClientPermissions,
} from '#lib/domain/clients/client-permissions.ts'
import { checkAllowedScopes, saveRestrictions } from '#lib/domain/clients/client-restrictions.ts'
import {
  makeClientConfidential,
  makeClientPublic,
  requireClientSecret,
} from '#lib/domain/clients/client-secret.ts'
import {
  changeClient,
  checkNewClient,
  createClient as create,
  findClient,
  refuseTakenIdentifier,
} from '#lib/domain/clients/clients.ts'
import { checkRedirectUris } from '#lib/domain/clients/redirect-uris.ts'
import { checkWebOrigins } from '#lib/domain/clients/web-origins.ts'
import { readKeySet } from '#lib/domain/keys/public-keys.ts'
import { saveAllowance } from '#lib/domain/permissions/administrative-scopes.ts'
import { actorOf, operator } from '#lib/domain/permissions/caller.ts'
import type { ClientWithLists } from '#lib/persistence/clients/clients.ts'
import { oneOf, UsageError } from './arguments.ts'
import { defineCommand, exitCodes } from './command.ts'
import { withContext } from './open.ts'
import { permissionIdsOf } from './scopes.ts'
import { readSecret } from './secrets.ts'

const kinds = ['web', 'public', 'service'] as const

interface WantedClient {
  readonly clientIdentifier: string
  readonly kind: (typeof kinds)[number]
  readonly description: string
  readonly displayName: string
  readonly redirectUris: readonly string[]
  readonly webOrigins: readonly string[]
  readonly scopes: readonly string[]
  /** Null: any scope. */
  readonly allowedScopes: readonly string[] | null
  /** '' for none. */
  readonly backchannelLogoutUri: string
  readonly consentRequired: boolean
  /** It signs people in on devices without a browser. */
  readonly onDevices: boolean
  /** Public keys, or their address, in place of a secret; null for a secret. */
  readonly keys: Omit<SentKeys, 'tokenEndpointAuthMethod'> | null
  /** For a confidential client only. */
  readonly pkceOptional: boolean
  readonly administrativeScopesAllowed: boolean
  /** Chosen by the operator; null to generate one. */
  readonly secret: string | null
}

export const createClient = defineCommand({
  name: 'create-client',
  summary: 'Registers an application and prints its secret',
  operands: ['<identifier>'],
  options: {
    kind: { value: 'kind', text: 'web (default), public or service; see below' },
    'redirect-uri': { value: 'uri', multiple: true, text: 'redirect URI for sign-ins; repeatable' },
    'web-origin': {
      value: 'origin',
      multiple: true,
      text: 'origin whose scripts may call this server; repeatable',
    },
    permission: {
      value: 'resource:permission',
      multiple: true,
      text: 'permission of a service; repeatable',
    },
    'allowed-scope': {
      value: 'scope',
      multiple: true,
      text: 'scope it may request for users; repeatable; any without this option',
    },
    'backchannel-logout-uri': {
      value: 'uri',
      text: 'address that receives logout tokens (back-channel logout)',
    },
    'jwks-file': {
      value: 'file',
      text: 'file with the public keys (JWKS) by which it authenticates instead of a secret',
    },
    'jwks-uri': { value: 'uri', text: 'https address of such keys' },
    device: { text: 'lets it sign people in on devices without a browser (RFC 8628)' },
    'display-name': { value: 'text', text: 'name shown to users at sign-in' },
    description: { value: 'text', text: 'note for administrators' },
    'pkce-optional': { text: 'lets a web application omit PKCE' },
    'consent-required': { text: 'asks users for consent at the first sign-in' },
    'administrative-scopes': { text: 'lets the client request administrative scopes for users' },
    'secret-from-stdin': { text: 'reads the secret from standard input instead of generating one' },
    json: { text: 'prints JSON' },
  },
  notes:
    'web      an application on a server: code flow, with a secret\npublic   an application in the browser, on a phone or a desktop: code flow with PKCE, no secret\nservice  a program that acts for itself: client credentials, with a secret',
  async run(terminal, values, [clientIdentifier = '']) {
    const kind = oneOf(values.kind ?? 'web', kinds, 'kind')
    if (values['secret-from-stdin'] && kind === 'public') {
      throw new UsageError('A public client has no secret.')
    }
    const keys = readKeys(values['jwks-file'], values['jwks-uri'])
    if (keys && (kind === 'public' || values['secret-from-stdin'])) {
      throw new UsageError('Keys are for a client that would have a secret, in its place.')
    }
    const secret = values['secret-from-stdin'] ? await readSecret(terminal, 'secret') : null
    const wanted: WantedClient = {
      clientIdentifier,
      kind,
      description: values.description ?? '',
      displayName: values['display-name'] ?? '',
      redirectUris: values['redirect-uri'],
      webOrigins: values['web-origin'],
      scopes: values.permission,
      allowedScopes: values['allowed-scope'].length > 0 ? values['allowed-scope'] : null,
      backchannelLogoutUri: values['backchannel-logout-uri'] ?? '',
      keys,
      consentRequired: values['consent-required'],
      onDevices: values.device,
      pkceOptional: values['pkce-optional'],
      administrativeScopesAllowed: values['administrative-scopes'],
      secret,
    }
    requireFitting(wanted)
    const { client, stored } = await withContext(terminal, async (ctx) => {
      const made = await adminTransaction(ctx, (tx) => insert(tx, wanted)).catch(
        refuseTakenIdentifier,
      )
      const sealed = made.clientSecretEncrypted
      const place = `clients.client_secret_encrypted/${made.id}` as const
      return { client: made, stored: sealed ? ctx.cipher.open(sealed, place) : '' }
    })
    const shown = stored === '' || secret !== null ? {} : { clientSecret: stored }
    if (values.json) {
      const print = shown.clientSecret ? terminal.generated : terminal.out
      print(JSON.stringify({ id: client.id, clientId: client.clientIdentifier, ...shown }))
    } else {
      terminal.out(`The ${kind} client was created.`)
      terminal.out(`Client identifier: ${client.clientIdentifier}`)
      if (shown.clientSecret) terminal.generated(`Client secret:     ${shown.clientSecret}`)
    }
    return exitCodes.done
  },
})

/** Refuses options that do not fit the kind, which also catches a forgotten `--kind`. */
function requireFitting({ kind, redirectUris, scopes, ...wanted }: WantedClient): void {
  if (wanted.pkceOptional && kind !== 'web') {
    throw new UsageError('--pkce-optional is for --kind web: a public client always needs PKCE.')
  }
  if (kind === 'service') {
    const isOfUsers = wanted.consentRequired || wanted.allowedScopes || wanted.backchannelLogoutUri
    if (redirectUris.length > 0 || isOfUsers || wanted.onDevices) {
      throw new UsageError(
        'Users do not sign in to a service: --redirect-uri, --consent-required, --allowed-scope, --backchannel-logout-uri and --device are not for --kind service.',
      )
    }
  } else {
    if (scopes.length > 0) throw new UsageError('--permission is for --kind service.')
    if (redirectUris.length === 0 && !wanted.onDevices) {
      throw new UsageError('The option --redirect-uri is required.')
    }
  }
}

function readKeys(file: string | undefined, uri: string | undefined): WantedClient['keys'] {
  if (file === undefined && uri === undefined) return null
  return { jwks: file === undefined ? null : readKeyFile(file), jwksUri: uri ?? '' }
}

function readKeyFile(file: string): KeySet {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new UsageError(`The file '${file}' cannot be read.`)
  }
  const keys = readKeySet(text)
  if (!keys) throw new UsageError(`The file '${file}' holds no JSON object with an array 'keys'.`)
  return { keys: keys as KeySet['keys'] }
}

async function insert(tx: AdminTx, wanted: WantedClient): Promise<ClientWithLists> {
  const { kind, clientIdentifier, description, displayName } = wanted
  const loggedInUser = actorOf(operator)
  const fields = await checkNewClient(tx, {
    clientIdentifier,
    description,
    displayName,
    authorizationCodeEnabled: wanted.redirectUris.length > 0,
    clientCredentialsEnabled: kind === 'service',
  })
  const client = await create(tx, fields, loggedInUser)
  const { id } = client
  if (kind === 'public') await makeClientPublic(tx, id, loggedInUser)
  if (wanted.pkceOptional) await saveClientFlows(tx, id, { pkceRequired: false }, loggedInUser)
  if (wanted.secret !== null) {
    requireClientSecret(wanted.secret)
    await makeClientConfidential(tx, id, wanted.secret, loggedInUser)
  }
  if (wanted.keys) {
    const keys = checkClientKeys(client, {
      tokenEndpointAuthMethod: 'private_key_jwt',
      ...wanted.keys,
    })
    await saveClientKeys(tx, id, { keys }, loggedInUser)
  }
  if (wanted.consentRequired) {
    const entry = { event: 'updated_client_settings', loggedInUser } as const
    await changeClient(tx, id, { consentRequired: true }, entry)
  }
  if (wanted.administrativeScopesAllowed) await saveAllowance(tx, id, true, loggedInUser)
  if (wanted.redirectUris.length > 0) {
    const list = { wanted: checkRedirectUris(wanted.redirectUris) }
    await saveRedirectUris(tx, id, list, loggedInUser)
  }
  if (wanted.webOrigins.length > 0) {
    await saveWebOrigins(tx, id, { wanted: checkWebOrigins(wanted.webOrigins) }, loggedInUser)
  }
  if (wanted.allowedScopes || wanted.onDevices) {
    const sent = wanted.allowedScopes ?? undefined
    const allowedScopes = await checkAllowedScopes(tx, client, sent)
    const save = { allowedScopes, deviceGrantEnabled: wanted.onDevices }
    await saveRestrictions(tx, id, save, loggedInUser)
  }
  if (wanted.backchannelLogoutUri !== '') {
    await saveLogoutUri(tx, id, wanted.backchannelLogoutUri, loggedInUser)
  }
  if (wanted.scopes.length > 0) {
    const ids = await checkClientPermissions(tx, client, await permissionIdsOf(tx, wanted.scopes))
    await saveClientPermissions(tx, { client, wanted: ids, expected: null, caller: operator })
  }
  return findClient(tx, id)
}
