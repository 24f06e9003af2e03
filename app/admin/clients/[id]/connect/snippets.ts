import { type Snippet, type SnippetValues, secretMark } from './snippet.ts'
import { codeFlowCode, machineCode, publicCode } from './snippet-texts.ts'

interface Kind {
  readonly isPublic: boolean
  readonly authorizationCodeEnabled: boolean
  readonly clientCredentialsEnabled: boolean
  /** Origins whose scripts may call the server; null or empty for none. */
  readonly webOrigins: readonly unknown[] | null
}

/** The configurations that fit a client, most likely first. */
export function snippetsFor(client: Kind, values: SnippetValues): readonly Snippet[] {
  const { isPublic, authorizationCodeEnabled, clientCredentialsEnabled } = client
  const { authJs, openidClient, oauth2Proxy } = codeFlowCode(values)
  const confidential: readonly Snippet[] = [
    { id: 'auth-js', title: 'Auth.js', note: 'auth_js', code: authJs },
    { id: 'openid-client', title: 'openid-client', note: 'openid_client', code: openidClient },
    { id: 'oauth2-proxy', title: 'oauth2-proxy', note: 'oauth2_proxy', code: oauth2Proxy },
  ]
  const { oidcClientTs, nativeClient } = publicCode(values)
  const open: readonly Snippet[] = [
    {
      id: 'oidc-client-ts',
      title: 'oidc-client-ts',
      note: client.webOrigins?.length ? 'browser' : 'spa',
      code: oidcClientTs,
    },
    { id: 'openid-client', title: 'openid-client', note: 'openid_client', code: nativeClient },
  ]
  const machine: Snippet = {
    id: 'machine',
    title: null,
    note: 'machine',
    code: machineCode(values),
  }
  const forPeople = isPublic ? open : confidential
  return [
    ...(authorizationCodeEnabled ? forPeople : []),
    ...(clientCredentialsEnabled ? [machine] : []),
    { id: 'env', title: '.env', note: 'env', code: environment(client, values) },
  ]
}

function environment({ isPublic, authorizationCodeEnabled }: Kind, values: SnippetValues): string {
  return [
    `OIDC_ISSUER=${values.issuer}`,
    `OIDC_DISCOVERY_URL=${values.discovery}`,
    `OIDC_CLIENT_ID=${values.clientIdentifier}`,
    ...(isPublic ? [] : [`OIDC_CLIENT_SECRET=${secretMark}`]),
    ...(authorizationCodeEnabled
      ? [`OIDC_REDIRECT_URI=${values.redirectUri}`, 'OIDC_SCOPES="openid profile email"']
      : []),
    `OIDC_AUTHORIZATION_ENDPOINT=${values.authorization}`,
    `OIDC_TOKEN_ENDPOINT=${values.token}`,
    `OIDC_USERINFO_ENDPOINT=${values.userInfo}`,
    `OIDC_JWKS_URI=${values.keys}`,
    `OIDC_END_SESSION_ENDPOINT=${values.signOut}`,
  ].join('\n')
}
