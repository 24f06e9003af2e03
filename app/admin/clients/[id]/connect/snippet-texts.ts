import { type SnippetValues, secretMark } from './snippet.ts'

/** Configuration for server-side web applications. */
export function codeFlowCode(values: SnippetValues) {
  return { authJs: authJs(values), openidClient: serverSide(values), oauth2Proxy: proxy(values) }
}

/** Configuration for applications that cannot keep a secret. */
export function publicCode(values: SnippetValues) {
  return { oidcClientTs: oidcClientTs(values), nativeClient: native(values) }
}

/** A token request with the client credentials grant. */
export function machineCode({ clientIdentifier, token, ownScopes }: SnippetValues): string {
  const scope = ownScopes ? ` \\\n  --data-urlencode ${shell(`scope=${ownScopes}`)}` : ''
  return `curl ${shell(token)} \\
  --user ${shell(`${clientIdentifier}:${secretMark}`)} \\
  --data-urlencode grant_type=client_credentials${scope}`
}

function authJs({ appName, issuer, clientIdentifier }: SnippetValues): string {
  return `import NextAuth from 'next-auth'

export const { handlers, auth, signIn, signOut } = NextAuth({
  providers: [
    {
      id: 'authserver',
      name: ${script(appName)},
      type: 'oidc',
      issuer: ${script(issuer)},
      clientId: ${script(clientIdentifier)},
      clientSecret: '${secretMark}',
      checks: ['pkce', 'state', 'nonce'],
    },
  ],
})`
}

function serverSide(values: SnippetValues): string {
  const { issuer, clientIdentifier } = values
  const options = insecure(issuer)
  return `import * as oidc from 'openid-client'

const config = await oidc.discovery(
  new URL(${script(issuer)}),
  ${script(clientIdentifier)},
  '${secretMark}',${options && `\n  undefined,${options}`}
)
${signIn(values)}`
}

function native(values: SnippetValues): string {
  const { issuer, clientIdentifier } = values
  return `import * as oidc from 'openid-client'

const config = await oidc.discovery(
  new URL(${script(issuer)}),
  ${script(clientIdentifier)},
  undefined,
  oidc.None(),${insecure(issuer)}
)
${signIn(values)}`
}

/** openid-client refuses http unless the option allows it explicitly. */
function insecure(issuer: string): string {
  return issuer.startsWith('http:') ? '\n  { execute: [oidc.allowInsecureRequests] },' : ''
}

/** Both halves of a sign-in with openid-client. */
function signIn({ redirectUri }: SnippetValues): string {
  return `
export async function startSignIn() {
  const verifier = oidc.randomPKCECodeVerifier()
  const state = oidc.randomState()
  const address = oidc.buildAuthorizationUrl(config, {
    redirect_uri: ${script(redirectUri)},
    scope: 'openid profile email',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  })
  return { address, verifier, state }
}

export async function finishSignIn(callbackUrl, { verifier, state }) {
  const tokens = await oidc.authorizationCodeGrant(config, callbackUrl, {
    pkceCodeVerifier: verifier,
    expectedState: state,
  })
  return tokens.claims()
}`
}

/** The same lines as `examples/oauth2-proxy`, whose guide explains them. */
function proxy({ issuer, clientIdentifier, redirectUri }: SnippetValues): string {
  const isInsecure = redirectUri.startsWith('http:')
  return `provider = "oidc"
oidc_issuer_url = ${text(issuer)}
client_id = ${text(clientIdentifier)}
client_secret = "${secretMark}"
redirect_url = ${text(redirectUri)}
scope = "openid profile email"
code_challenge_method = "S256"
insecure_oidc_skip_nonce = false
skip_provider_button = true
email_domains = ["*"]
cookie_expire = "1h"
${isInsecure ? 'cookie_secure = false\n' : ''}whitelist_domains = [${text(new URL(issuer).host)}]
upstreams = ["http://127.0.0.1:8080/"]`
}

function oidcClientTs({ issuer, clientIdentifier, redirectUri }: SnippetValues): string {
  return `import { UserManager } from 'oidc-client-ts'

export const users = new UserManager({
  authority: ${script(issuer)},
  client_id: ${script(clientIdentifier)},
  redirect_uri: ${script(redirectUri)},
  scope: 'openid profile email',
})

export const startSignIn = () => users.signinRedirect()
export const finishSignIn = () => users.signinRedirectCallback()`
}

/** A JavaScript string literal. */
function script(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/** A TOML string. */
function text(value: string): string {
  return JSON.stringify(value)
}

/** A quoted shell argument. */
function shell(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`
}
