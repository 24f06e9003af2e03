import type { Cipher } from '#lib/base/crypto/cipher.ts'
import { clientSecret, randomUuid } from '#lib/base/crypto/random.ts'
import { verificationCodePlace } from '#lib/domain/email/email-verification.ts'
import { otpSecretPlace } from '#lib/domain/sign-in/otp.ts'
import type { GroupRecord } from '#lib/persistence/groups/groups.ts'
import type {
  ClientWithUris,
  PermissionHolder,
  PermissionRecord,
  Store,
  UserRecord,
} from '#lib/persistence/store.ts'
import { currentHash } from './hashing.ts'
import { testCipher, testStart } from './settings.ts'

export type TestUser = UserRecord & { readonly password: string }

/** A client with its secret in clear (empty for a public client) and its first redirect URI. */
export type TestClient = ClientWithUris & { readonly secret: string; readonly redirectUri: string }

type NewUser = Parameters<Store['users']['insert']>[0]
type NewClient = Parameters<Store['clients']['insert']>[0]

interface ClientOverrides extends Partial<Omit<NewClient, 'redirectUris' | 'webOrigins'>> {
  readonly secret?: string
  readonly redirectUris?: readonly string[]
  readonly webOrigins?: readonly string[]
}

/** A unique name such as "user-5f0c19a2b7de". Letters and digits come last, whatever the random part is. */
export function unique(start: string): string {
  return `${start}-${randomUuid().slice(-12)}`
}

/** Encrypted columns of a user, in clear. */
interface UserSecrets {
  readonly otpSecret?: string
  readonly otpEnrollmentSecret?: string
  readonly emailVerificationCode?: string
  readonly pendingEmailCode?: string
}

/** Columns that differ from the defaults of `aUser`; the password and `secrets` in clear. */
export type UserOverrides = Partial<NewUser> & {
  readonly password?: string
  readonly secrets?: UserSecrets
}

/** An enabled user with a verified address, a password and no permissions. */
export async function aUser(store: Store, overrides: UserOverrides = {}): Promise<TestUser> {
  const { password = 'Battery-staple-7', secrets, ...columns } = overrides
  const user = await store.users.insert({
    subject: randomUuid(),
    email: `${unique('user')}@example.org`,
    emailVerified: true,
    givenName: 'Ada',
    familyName: 'Lovelace',
    passwordHash: await currentHash(password),
    ...columns,
  })
  if (!secrets) return { ...user, password }
  const sealed = sealSecrets(user.id, secrets)
  await store.users.change(user.id, sealed)
  return { ...user, ...sealed, password }
}

function sealSecrets(userId: number, secrets: UserSecrets) {
  const { otpSecret, otpEnrollmentSecret, emailVerificationCode, pendingEmailCode } = secrets
  return {
    ...(otpSecret !== undefined && {
      otpSecretEncrypted: testCipher.seal(otpSecret, otpSecretPlace(userId)),
    }),
    ...(otpEnrollmentSecret !== undefined && {
      otpEnrollmentSecretEncrypted: testCipher.seal(
        otpEnrollmentSecret,
        `users.otp_enrollment_secret_encrypted/${userId}`,
      ),
    }),
    ...(emailVerificationCode !== undefined && {
      emailVerificationCodeEncrypted: testCipher.seal(
        emailVerificationCode,
        verificationCodePlace(userId),
      ),
    }),
    ...(pendingEmailCode !== undefined && {
      pendingEmailCodeEncrypted: testCipher.seal(
        pendingEmailCode,
        `users.pending_email_code_encrypted/${userId}`,
      ),
    }),
  }
}

/** A client's stored secret, decrypted. */
export function storedSecretOf(
  client: { readonly id: number; readonly clientSecretEncrypted: Uint8Array | null } | null,
  cipher: Cipher = testCipher,
): string {
  if (!client?.clientSecretEncrypted) throw new Error('The client has no secret.')
  return cipher.open(client.clientSecretEncrypted, `clients.client_secret_encrypted/${client.id}`)
}

/** An enabled confidential client with both flows enabled, a secret, and one redirect URI at another site. */
export async function aClient(store: Store, overrides: ClientOverrides = {}): Promise<TestClient> {
  const { secret = clientSecret(), ...rest } = overrides
  return insertClient(store, secret, {
    clientCredentialsEnabled: true,
    ...rest,
  })
}

/** An enabled public client with the code flow enabled. */
export function aPublicClient(
  store: Store,
  overrides: Omit<ClientOverrides, 'secret'> = {},
): Promise<TestClient> {
  return insertClient(store, '', { isPublic: true, ...overrides })
}

async function insertClient(
  store: Store,
  secret: string,
  overrides: Omit<ClientOverrides, 'secret'>,
): Promise<TestClient> {
  const { redirectUris, webOrigins = [], ...columns } = overrides
  const clientIdentifier = columns.clientIdentifier ?? unique('client')
  const uris = redirectUris ?? ['https://client.example/callback']
  const seal = (id: number) => testCipher.seal(secret, `clients.client_secret_encrypted/${id}`)
  await store.clients.insert(
    {
      clientIdentifier,
      authorizationCodeEnabled: true,
      defaultAcrLevel: 'urn:authserver:level1',
      redirectUris: uris,
      webOrigins,
      ...columns,
    },
    secret === '' ? null : seal,
  )
  const client = await store.clients.findByIdentifier(clientIdentifier)
  if (!client) throw new Error('The client was not stored.')
  return { ...client, secret, redirectUri: uris[0] ?? '' }
}

/**
 * A resource with permissions.
 * @param identifier of the resource; its scopes are `identifier:permission`
 */
export function aResource(store: Store, identifier: string, permissions: readonly string[]) {
  return store.resources.insert(
    identifier,
    `The resource ${identifier}`,
    permissions.map((permission) => ({
      permissionIdentifier: permission,
      description: `May ${permission} in ${identifier}`,
    })),
  )
}

export async function aGroup(
  store: Store,
  overrides: Partial<Parameters<Store['groups']['insert']>[0]> = {},
  members: readonly { readonly id: number }[] = [],
): Promise<GroupRecord> {
  const group = await store.groups.insert({
    groupIdentifier: unique('group'),
    ...overrides,
  })
  for (const member of members) await store.memberships.add(member.id, [group.id], testStart)
  return group
}

/** Grants permissions, named as scopes (`resource:permission`), to a user. */
export async function grantToUser(
  store: Store,
  user: { readonly id: number },
  ...scopes: readonly string[]
): Promise<void> {
  await grant(store, { kind: 'user', id: user.id }, scopes)
}

/** Grants permissions, named as scopes, to a client. */
export async function grantToClient(
  store: Store,
  client: { readonly id: number },
  ...scopes: readonly string[]
): Promise<void> {
  await grant(store, { kind: 'client', id: client.id }, scopes)
}

/** Grants permissions, named as scopes, to a group. */
export async function grantToGroup(
  store: Store,
  group: { readonly id: number },
  ...scopes: readonly string[]
): Promise<void> {
  await grant(store, { kind: 'group', id: group.id }, scopes)
}

async function grant(
  store: Store,
  holder: PermissionHolder,
  scopes: readonly string[],
): Promise<void> {
  for (const scope of scopes) {
    const { id } = await permissionOf(store, scope)
    await store.permissionGrants.add(holder, [id], testStart)
  }
}

async function permissionOf(store: Store, scope: string): Promise<PermissionRecord> {
  const [resource = '', permission = ''] = scope.split(':')
  const found = await store.permissions.find(resource, permission)
  if (!found) throw new Error(`There is no permission ${scope}: make it with aResource first.`)
  return found
}
