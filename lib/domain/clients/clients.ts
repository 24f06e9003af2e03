import { refuse } from '#lib/answers/refusal.ts'
import { clientSecret } from '#lib/base/crypto/random.ts'
import type { AdminTx, Context } from '#lib/context.ts'
import type { ClientWithLists } from '#lib/persistence/clients/clients.ts'
import { isUniqueViolation } from '#lib/persistence/errors.ts'
import { audit } from '../audit/audit.ts'
import type { AuditEvent } from '../audit/audit-events.ts'
import { initialAcr, isAcrLevel } from '../sign-in/acr.ts'
import {
  requireDescription,
  requireNoAngleBrackets,
  requireShortText,
} from '../values/descriptions.ts'
import { requireClientIdentifier } from '../values/identifiers.ts'
import {
  invalidField,
  invalidValue,
  requireCharactersAtMost,
  requireNotBlank,
  requireOneLine,
} from '../values/validation.ts'
import { isDocumentClient, isUnverified, requireNoDocument } from './client-documents.ts'

/**
 * Finds the client with its redirect URIs and web origins.
 * @throws Refusal NOT_FOUND
 */
export async function findClient(ctx: Context, id: number): Promise<ClientWithLists> {
  const client = await ctx.store.clients.findWithLists(id)
  if (!client) throw refuse('NOT_FOUND')
  return client
}

/**
 * Locks the client until the transaction ends.
 * @throws Refusal NOT_FOUND when it was deleted meanwhile
 */
export async function lockClient(tx: AdminTx, id: number): Promise<ClientWithLists> {
  const client = await tx.store.clients.lock(id)
  if (!client) throw refuse('NOT_FOUND')
  return client
}

export type ClientChange = Parameters<AdminTx['store']['clients']['update']>[1]

/** Events whose entry names only the client. */
export type ClientEvent = Extract<AuditEvent, `updated_client_${string}`>

/**
 * Updates columns of a client and writes the audit entry of the save.
 * @param change may depend on the client as locked
 * @returns the client as stored
 * @throws Refusal NOT_FOUND when it was deleted meanwhile
 */
export async function changeClient(
  tx: AdminTx,
  id: number,
  change: ClientChange | ((current: ClientWithLists) => ClientChange),
  entry: { readonly event: ClientEvent; readonly loggedInUser: string },
): Promise<ClientWithLists> {
  const current = await lockClient(tx, id)
  const columns = typeof change === 'function' ? change(current) : change
  const saved = await tx.store.clients.update(id, columns)
  audit(tx, entry.event, { clientId: id, loggedInUser: entry.loggedInUser })
  return saved
}

export interface NewClient {
  readonly clientIdentifier: string
  readonly description: string
  readonly displayName: string
  readonly authorizationCodeEnabled: boolean
  readonly clientCredentialsEnabled: boolean
  readonly kind?: string | null | undefined
  readonly framework?: string | null | undefined
}

/** The fields of a new client to store. */
type CheckedClient = Omit<NewClient, 'kind' | 'framework'> & GuideFields

/** The kind of a client, and the guide that connects it; an absent value keeps the stored one. */
interface GuideFields {
  readonly kind?: string
  readonly framework?: string
}

interface SentGuide {
  readonly kind?: string | null | undefined
  readonly framework?: string | null | undefined
}

const clientKinds = ['web', 'spa', 'native', 'machine']

/** @throws Refusal VALIDATION_ERROR for an unknown kind, or a framework that is no short name */
function checkGuide({ kind, framework }: SentGuide): GuideFields {
  if (kind && !clientKinds.includes(kind))
    throw invalidField('kind', 'is not a kind of application')
  if (framework && !/^[a-z0-9-]{1,40}$/.test(framework)) {
    throw invalidField('framework', 'must be small letters, digits and hyphens')
  }
  return {
    ...(typeof kind === 'string' ? { kind } : {}),
    ...(typeof framework === 'string' ? { framework } : {}),
  }
}

/**
 * Checks the fields of a new client (docs/specification.md "Client") in this order: identifier present, description,
 * display name, form of the identifier, identifier free, framework.
 * @returns the fields to store
 * @throws Refusal VALIDATION_ERROR, validator.description.angle_brackets, validator.display_name.angle_brackets,
 *   validator.identifier.*
 */
export async function checkNewClient(ctx: Context, sent: NewClient): Promise<CheckedClient> {
  const { kind, framework, ...others } = sent
  const fields = {
    ...others,
    description: sent.description.trim(),
    displayName: sent.displayName.trim(),
  }
  requireNotBlank(fields.clientIdentifier, 'clientIdentifier')
  requireDescription(fields.description)
  requireDisplayName(fields.displayName)
  requireClientIdentifier(fields.clientIdentifier)
  await requireFreeIdentifier(ctx, fields.clientIdentifier)
  return { ...fields, ...checkGuide({ kind, framework }) }
}

/**
 * Stores a confidential client with a generated secret. It is enabled, shows no consent page, and follows the server's
 * settings in everything else. Writes `created_client`.
 * @param fields as `checkNewClient` returned them
 */
export async function createClient(
  tx: AdminTx,
  fields: CheckedClient,
  loggedInUser: string,
): Promise<ClientWithLists> {
  const { id, clientIdentifier } = await tx.store.clients.insert(
    {
      ...fields,
      enabled: true,
      showDisplayName: fields.displayName !== '',
      defaultAcrLevel: initialAcr,
    },
    (row) => tx.cipher.seal(clientSecret(), `clients.client_secret_encrypted/${row}`),
  )
  audit(tx, 'created_client', { clientId: id, clientIdentifier, loggedInUser })
  return findClient(tx, id)
}

/** Turns a unique violation, which a concurrent save can cause, into the refusal of the check. */
export function refuseTakenIdentifier(error: unknown): never {
  throw isUniqueViolation(error) ? identifierTaken() : error
}

/** The settings of a client that are saved together. */
export interface ClientSettings {
  readonly clientIdentifier: string
  readonly description: string
  readonly displayName: string
  readonly websiteUrl: string
  readonly enabled: boolean
  readonly consentRequired: boolean
  readonly showLogo: boolean
  readonly showDisplayName: boolean
  readonly showDescription: boolean
  readonly showWebsiteUrl: boolean
  /** Empty keeps the stored level. */
  readonly defaultAcrLevel: string
  readonly kind?: string | null | undefined
  readonly framework?: string | null | undefined
}

/** Columns that a save of the settings writes. Without an ACR level the stored one stays. */
type SavedSettings = Omit<ClientSettings, 'defaultAcrLevel' | 'kind' | 'framework'> &
  Partial<Pick<ClientSettings, 'defaultAcrLevel'>> &
  GuideFields

/**
 * Checks a client's settings and reports the first failure. Fields that equal the stored value are not checked, so a
 * client that was read can be written back. For example, identifiers of self-registered clients are longer than the
 * rule allows.
 * @returns the settings to store
 * @throws Refusal VALIDATION_ERROR, validator.description.angle_brackets, validator.display_name.angle_brackets,
 *   validator.identifier.*
 */
export async function checkClientSettings(
  ctx: Context,
  client: ClientWithLists,
  sent: ClientSettings,
): Promise<SavedSettings> {
  const { defaultAcrLevel, kind, framework, ...others } = sent
  const settings = {
    ...others,
    ...checkGuide({ kind, framework }),
    description: trimmed(sent.description, client.description),
    displayName: trimmed(sent.displayName, client.displayName),
    websiteUrl: trimmed(sent.websiteUrl, client.websiteUrl),
  }
  const changed = (field: 'description' | 'displayName' | 'websiteUrl') =>
    settings[field] !== client[field]
  const renamed = settings.clientIdentifier !== client.clientIdentifier
  const newAcrLevel = defaultAcrLevel === client.defaultAcrLevel ? '' : defaultAcrLevel
  requireNotBlank(settings.clientIdentifier, 'clientIdentifier')
  if (changed('description')) requireDescription(settings.description)
  if (renamed) {
    requireClientIdentifier(settings.clientIdentifier)
    await requireFreeIdentifier(ctx, settings.clientIdentifier)
  }
  if (newAcrLevel !== '' && !client.authorizationCodeEnabled) {
    throw invalidValue('A default ACR level needs the authorization code flow.')
  }
  if (changed('websiteUrl')) requireWebsiteUrl(settings.websiteUrl)
  if (renamed && client.isSystemLevelClient) {
    throw invalidValue('The client of the administration console cannot be renamed.')
  }
  if (renamed && client.createdViaDcr) {
    throw invalidValue('A client that registered itself cannot be renamed.')
  }
  if (changed('displayName')) requireDisplayName(settings.displayName)
  if (changed('displayName') || changed('websiteUrl')) requireNoDocument(client)
  if (!settings.consentRequired && isDocumentClient(client) && isUnverified(ctx, client)) {
    throw invalidValue('A client of a host that is not trusted always needs consent.')
  }
  if (newAcrLevel !== '' && !isAcrLevel(newAcrLevel)) {
    throw invalidField('defaultAcrLevel', 'is not an ACR level')
  }
  if (!settings.enabled) requireDisableable(client)
  // The stored level may have changed since `client` was read.
  return defaultAcrLevel === '' ? settings : { ...settings, defaultAcrLevel }
}

/**
 * Deletes a client with its codes, tokens, grants, consents, lists and logo. Writes `deleted_client`.
 * @throws Refusal NOT_FOUND when it was deleted meanwhile
 */
export async function deleteClient(
  tx: AdminTx,
  { id, clientIdentifier }: Pick<ClientWithLists, 'id' | 'clientIdentifier'>,
  loggedInUser: string,
): Promise<void> {
  if (!(await tx.store.clients.remove(id))) throw refuse('NOT_FOUND')
  audit(tx, 'deleted_client', { clientId: id, clientIdentifier, loggedInUser })
}

/**
 * Refuses to delete the console's own client, because no administrator could sign in to the console any more.
 * @throws Refusal VALIDATION_ERROR
 */
export function requireDeletable(client: Pick<ClientWithLists, 'isSystemLevelClient'>): void {
  if (client.isSystemLevelClient) {
    throw invalidValue('The client of the administration console cannot be deleted.')
  }
}

/**
 * Refuses to disable the console's own client, because no administrator could sign in to the console any more.
 * @throws Refusal VALIDATION_ERROR
 */
export function requireDisableable(client: Pick<ClientWithLists, 'isSystemLevelClient'>): void {
  if (client.isSystemLevelClient) {
    throw invalidValue('The client of the administration console cannot be disabled.')
  }
}

/** Trims a text, unless it equals the stored one. */
function trimmed(sent: string, stored: string): string {
  return sent === stored ? stored : sent.trim()
}

const maxWebsiteUrlLength = 256

function requireWebsiteUrl(websiteUrl: string): void {
  if (websiteUrl === '') return
  requireCharactersAtMost(websiteUrl, maxWebsiteUrlLength, 'websiteUrl')
  // `URL` would repair invalid input: a scheme without slashes, spaces and line breaks.
  if (!/^https?:\/\/[^\s<>"]+$/i.test(websiteUrl) || !URL.canParse(websiteUrl)) {
    throw invalidField('websiteUrl', 'is not an http or https address')
  }
}

function requireDisplayName(displayName: string): void {
  requireShortText(displayName, 'displayName')
  requireOneLine(displayName, 'displayName')
  requireNoAngleBrackets(displayName, 'validator.display_name.angle_brackets')
}

async function requireFreeIdentifier(ctx: Context, clientIdentifier: string): Promise<void> {
  if (await ctx.store.clients.findRecord(clientIdentifier)) throw identifierTaken()
}

function identifierTaken() {
  return invalidValue('Another client has this identifier.')
}
