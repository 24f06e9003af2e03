import { TOTP } from 'otpauth'
import { aSelfRegisteredClient } from '#tests/api/admin/clients/self-registered.ts'
import { type ApiToken, apiUser, call } from './api.ts'
import { type Authenticator, authenticator } from './authenticator.ts'
import { aSession } from './granted.ts'
import type { Outbox } from './outbox.ts'
import { aClient, aGroup, aResource, aUser } from './people.ts'
import { aProvider } from './providers.ts'
import type { TestServer } from './server.ts'
import { sessionsOf } from './sessions-of-user.ts'
import { baseUrl } from './settings.ts'
import { aStoredPasskey } from './stored-passkey.ts'

/** The smallest body with which an operation succeeds. */
export interface SmallestBody {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** Caller's token; absent: an administrator with all permissions. */
  readonly token?: ApiToken
  /** Fields that only this case needs. */
  readonly besides?: readonly string[]
}

const password = 'Notes-on-the-engine-1843'
const admin = '/api/v1/admin'
const account = '/api/v1/account'

type Bodies = Readonly<Record<string, () => Promise<SmallestBody>>>
type MailSettings = Parameters<TestServer['changeSettings']>[0]

/**
 * One body for each operation with a JSON body, by the operation's id. Each call creates the rows it needs.
 * @param manager an administrator with all permissions
 * @param outbox mail server for operations that require one
 */
export function smallestBodies(manager: ApiToken, outbox: Outbox): Bodies {
  const mail = {
    smtpEnabled: true,
    smtpHost: outbox.host,
    smtpPort: outbox.port,
    smtpEncryption: 'none',
    smtpFromEmail: 'from@example.org',
  }
  return {
    ...ofUsers(manager),
    ...ofGroups(manager),
    ...ofTheRest(manager, mail),
    ...ofAccounts(manager, mail),
  }
}

let made = 0
/** An identifier or key that is not yet in use. */
const fresh = () => `smallest-${++made}`

function ofUsers(manager: ApiToken): Bodies {
  const { store } = manager.server
  const onUser =
    (suffix: string, body: SmallestBody['body'] = {}, columns: Parameters<typeof aUser>[1] = {}) =>
    async () => {
      const { id } = await aUser(store, columns)
      return { path: `${admin}/users/${id}${suffix}`, body }
    }
  return {
    createUser: async () => ({
      path: `${admin}/users/create`,
      body: { email: `${fresh()}@example.org`, password },
      besides: ['password'],
    }),
    updateUserProfile: onUser('/profile'),
    updateUserEmail: onUser('/email', { email: `${fresh()}@example.org` }),
    updateUserPhone: onUser('/phone'),
    updateUserAddress: onUser('/address'),
    setUserPassword: onUser('/password', { newPassword: password }),
    setUserEnabled: onUser('/enabled'),
    setUserOtp: onUser('/otp', {}, { otpEnabled: true }),
    updateUserGroups: onUser('/groups'),
    updateUserPermissions: onUser('/permissions'),
    createUserAttribute: async () => {
      const { id: userId } = await aUser(store)
      return { path: `${admin}/user-attributes`, body: { key: 'key', userId } }
    },
    updateUserAttribute: async () => {
      const { id: userId } = await aUser(store)
      const id = await idOf(manager, 'attribute', '/user-attributes', { key: 'key', userId })
      return { path: `${admin}/user-attributes/${id}`, body: { key: 'key' } }
    },
    endSessions: async () => {
      const { id } = await aSession(store, await aUser(store))
      return {
        path: `${admin}/user-sessions/end`,
        body: { sessionIds: [id] },
        besides: ['sessionIds'],
      }
    },
    updateUserSession: async () => {
      const { sessionIdentifier } = await aSession(store, await aUser(store))
      return { path: `${admin}/user-sessions/${sessionIdentifier}`, body: {} }
    },
  }
}

function ofGroups(manager: ApiToken): Bodies {
  const { store } = manager.server
  return {
    createGroup: async () => ({ path: `${admin}/groups`, body: { groupIdentifier: fresh() } }),
    updateGroup: async () => {
      const { id } = await aGroup(store)
      return { path: `${admin}/groups/${id}`, body: { groupIdentifier: fresh() } }
    },
    addGroupMember: async () => {
      const { id } = await aGroup(store)
      const { id: userId } = await aUser(store)
      return { path: `${admin}/groups/${id}/members`, body: { userId } }
    },
    createGroupAttribute: async () => {
      const { id: groupId } = await aGroup(store)
      return { path: `${admin}/group-attributes`, body: { key: 'key', groupId } }
    },
    updateGroupAttribute: async () => {
      const { id: groupId } = await aGroup(store)
      const id = await idOf(manager, 'attribute', '/group-attributes', { key: 'key', groupId })
      return { path: `${admin}/group-attributes/${id}`, body: { key: 'key' } }
    },
    updateGroupPermissions: async () => {
      const { id } = await aGroup(store)
      return { path: `${admin}/groups/${id}/permissions`, body: {} }
    },
  }
}

function ofTheRest(manager: ApiToken, mail: MailSettings): Bodies {
  const { store } = manager.server
  const onClient =
    (suffix: string, body: SmallestBody['body'] = {}, besides: readonly string[] = []) =>
    async () => {
      const { id } = await aClient(store)
      return { path: `${admin}/clients/${id}${suffix}`, body, besides }
    }
  const onSettings =
    (area: string, body: SmallestBody['body'] = {}) =>
    async () => ({ path: `${admin}/settings/${area}`, body })
  return {
    createClient: async () => ({ path: `${admin}/clients`, body: { clientIdentifier: fresh() } }),
    setClientEnabled: onClient('/enabled'),
    updateClient: onClient('', { clientIdentifier: fresh() }),
    updateClientAuthentication: onClient('/authentication', { isPublic: true }, ['isPublic']),
    updateClientFlows: onClient('/oauth2-flows'),
    updateClientRedirectUris: onClient('/redirect-uris'),
    updateClientWebOrigins: onClient('/web-origins'),
    updateClientTokens: onClient('/tokens', {
      includeOpenIDConnectClaimsInAccessToken: 'default',
      includeOpenIDConnectClaimsInIdToken: 'default',
    }),
    updateClientAdministrativeScopes: onClient('/administrative-scopes', { allowed: false }),
    updateClientPermissions: onClient('/permissions'),
    updateClientIntrospection: onClient('/introspection'),
    updateClientLogout: onClient('/logout'),
    updateClientKeys: onClient('/keys', { tokenEndpointAuthMethod: 'client_secret' }),
    updateClientApproval: async () => {
      const { id } = await aSelfRegisteredClient(store)
      return { path: `${admin}/clients/${id}/approval`, body: { approval: 'approved' } }
    },
    updateClientRestrictions: onClient('/restrictions'),
    createIdentityProvider: async () => ({
      path: `${admin}/identity-providers`,
      body: {
        alias: fresh(),
        preset: 'github',
        displayName: 'GitHub',
        clientId: 'a-client',
      },
    }),
    updateIdentityProvider: async () => {
      const { id } = await aProvider(store)
      return { path: `${admin}/identity-providers/${id}`, body: {} }
    },
    orderIdentityProviders: async () => {
      const stored = await store.identityProviders.list()
      const order = stored.map(({ id }) => id)
      return { path: `${admin}/identity-providers/order`, body: { ids: order } }
    },
    createResource: async () => ({
      path: `${admin}/resources`,
      body: { resourceIdentifier: fresh() },
    }),
    updateResource: async () => {
      const { id } = await aResource(store, fresh(), [])
      return { path: `${admin}/resources/${id}`, body: { resourceIdentifier: fresh() } }
    },
    updateResourceIndicators: async () => {
      const { id } = await aResource(store, fresh(), [])
      return { path: `${admin}/resources/${id}/indicators`, body: {} }
    },
    updateResourcePermissions: async () => {
      const stored = { permissionIdentifier: 'read', description: '' }
      const { id, permissions } = await store.resources.insert(fresh(), '', [stored])
      const expected = { id: permissions[0]?.id, permissionIdentifier: 'read' }
      return {
        path: `${admin}/resources/${id}/permissions`,
        body: {
          permissions: [{ permissionIdentifier: 'write' }],
          expectedPermissions: [expected],
        },
        besides: ['permissions'],
      }
    },
    updateGeneralSettings: onSettings('general', { issuer: baseUrl, passwordPolicy: 'low' }),
    updateEmailSettings: onSettings('email'),
    updateSessionSettings: onSettings('sessions', {
      userSessionIdleTimeoutInSeconds: 7200,
      userSessionMaxLifetimeInSeconds: 86_400,
    }),
    updateBrandingSettings: onSettings('branding'),
    updateUiThemeSettings: onSettings('ui-theme'),
    updateTokenSettings: onSettings('tokens', {
      tokenExpirationInSeconds: 300,
      refreshTokenOfflineIdleTimeoutInSeconds: 300,
      refreshTokenOfflineMaxLifetimeInSeconds: 300,
    }),
    updateAuditLogSettings: onSettings('audit-logs'),
    updateIntegrationSettings: onSettings('integrations'),
    updateProtocolSettings: onSettings('protocol'),
    updateSignInSettings: onSettings('sign-in'),
    sendTestEmail: async () => {
      await manager.server.changeSettings(mail)
      return { path: `${admin}/settings/email/send-test`, body: { to: 'someone@example.org' } }
    },
  }
}

function ofAccounts({ server }: ApiToken, mail: MailSettings): Bodies {
  const person = async (columns: Parameters<typeof aUser>[1] = {}) =>
    apiUser(server, await aUser(server.store, { password, ...columns }), ['manage-account'])
  const own =
    (path: string, body: SmallestBody['body'] = {}, columns: Parameters<typeof aUser>[1] = {}) =>
    async () => ({ path: `${account}${path}`, body, token: await person(columns) })
  const currentPassword = password
  /** A token whose session has proven the app, so that an operation needs no code. */
  const proven = async () => {
    const token = await person({ otpEnabled: true })
    for (const { id } of await sessionsOf(server.store, token.user?.id ?? 0))
      await server.store.sessions.update(id, { authMethods: 'pwd otp' })
    return token
  }
  return {
    updateOwnProfile: own('/profile'),
    updateOwnEmail: own('/email', { currentPassword, email: `${fresh()}@example.org` }),
    requestEmailChange: async () => {
      await server.changeSettings(mail)
      return own('/email/pending', { currentPassword, email: `${fresh()}@example.org` })()
    },
    confirmEmailChange: async () => ({
      path: `${account}/email/pending/confirmation`,
      body: { verificationCode: 'ABC123' },
      token: await person({
        pendingEmail: `${fresh()}@example.org`,
        secrets: { pendingEmailCode: 'ABC123' },
        pendingEmailCodeIssuedAt: server.clock.now(),
      }),
      besides: ['verificationCode'],
    }),
    updateOwnPhone: own('/phone'),
    updateOwnAddress: own('/address'),
    changeOwnPassword: own('/password', { currentPassword, newPassword: `${password}.` }),
    setOwnOtp: async () => ({
      path: `${account}/otp`,
      body: { password },
      token: await proven(),
    }),
    replaceOtp: async () => {
      const token = await proven()
      const path = `${account}/otp/replacement`
      const { body } = await call<{ secretKey: string }>(token, 'GET', path)
      const newOtpCode = new TOTP({ secret: body.secretKey }).generate({
        timestamp: server.clock.now().getTime(),
      })
      return { path, body: { newOtpCode, password }, token }
    },
    ...ofFactors(server),
    mailConfirmationCode: async () => {
      await server.changeSettings(mail)
      const token = await person({ emailVerified: true })
      await aStoredPasskey(server.store, token.user?.id ?? 0)
      return {
        path: `${account}/confirmation/code`,
        body: { password },
        token,
        besides: ['password'],
      }
    },
    verifyEmail: async () => {
      await server.changeSettings(mail)
      return { path: `${account}/email/verification`, body: {}, token: await person() }
    },
    requestLogout: async () => {
      const token = await person()
      const { redirectUri: postLogoutRedirectUri, clientIdentifier } = token.client
      const body = { postLogoutRedirectUri, clientIdentifier }
      return { path: `${account}/logout-request`, body, token, besides: ['clientIdentifier'] }
    },
  }
}

/** Changes of factors, confirmed by the password in a session that has proven a passkey. */
function ofFactors(server: TestServer): Bodies {
  const { store } = server
  const besides = ['confirmation', 'confirmation.password']
  const withPasskey = async () => {
    await server.changeSettings({ passkeysEnabled: true, recoveryCodesEnabled: true })
    const token = await apiUser(server, await aUser(store, { password }), ['manage-account'])
    const userId = token.user?.id ?? 0
    for (const { id } of await sessionsOf(store, userId))
      await store.sessions.update(id, { authMethods: 'pop user mfa' })
    const passkey = await aStoredPasskey(store, userId)
    return { token, path: `${account}/passkeys/${passkey.id}` }
  }
  const confirmed =
    (path = ''): Bodies[string] =>
    async () => {
      const made = await withPasskey()
      const at = path === '' ? made.path : `${account}${path}`
      return { token: made.token, path: at, body: { confirmation: { password } }, besides }
    }
  return {
    getPasskeyOptions: confirmed('/passkeys/options'),
    setOwnSecondFactor: confirmed('/second-factor'),
    makeOwnRecoveryCodes: confirmed('/recovery-codes'),
    removeOwnPasskey: confirmed(),
    connectOwnIdentity: async () => {
      await server.changeSettings({ identityProvidersEnabled: true })
      const { alias } = await aProvider(store)
      return confirmed(`/identities/${alias}/link`)()
    },
    removeOwnIdentity: async () => {
      const { id: providerId, alias } = await aProvider(store)
      const made = await withPasskey()
      const userId = made.token.user?.id ?? 0
      const link = { createdAt: new Date(), userId, providerId, issuer: 'x', subject: alias }
      await store.userIdentities.insert(link)
      const path = `${account}/identities/${alias}`
      return { token: made.token, path, body: { confirmation: { password } }, besides }
    },
    renameOwnPasskey: async () => ({
      ...(await withPasskey()),
      body: { name: 'Mine' },
      besides: ['name'],
    }),
    addOwnPasskey: async () => {
      const { token } = await withPasskey()
      const asked = await call<{ options: Parameters<Authenticator['create']>[0] }>(
        token,
        'POST',
        `${account}/passkeys/options`,
        { confirmation: { password } },
      )
      const credential = authenticator().create(asked.body.options)
      const inside = fieldsIn(credential, 'credential.')
      return {
        token,
        path: `${account}/passkeys`,
        body: { credential },
        besides: ['credential', ...inside],
      }
    },
  }
}

/** Paths of all fields of a value, as `openapi-bodies.test.ts` names them. */
function fieldsIn(value: unknown, at: string): string[] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, child]) => [
    ...(Array.isArray(value) ? [] : [at + name]),
    ...fieldsIn(child, `${at}${name}.`),
  ])
}

async function idOf(token: ApiToken, record: string, path: string, body: object): Promise<number> {
  const answer = await call<Record<string, { readonly id: number }>>(token, 'POST', path, body)
  return answer.body[record]?.id ?? 0
}
