import { textOfField } from '#app/_ui/form/form-values.ts'
import { type Preset, publicIssuers, tenantOf } from '#lib/domain/identity-providers/presets.ts'
import type { Provider } from './provider-page-data.ts'

/** The fields of the connection's form. */
export type ConnectionValues = ReturnType<typeof connectionValues>

/** The values of a stored provider. The secret is never shown. */
export function connectionValues(provider: Provider) {
  const { displayName, alias, issuer, clientId, secretExpiresAt, scopes } = provider
  return {
    displayName,
    alias,
    issuer,
    tenant: tenantOf(issuer) ?? '',
    clientId,
    clientSecret: '',
    secretExpiresAt,
    tokenEndpointAuthMethod: String(provider.tokenEndpointAuthMethod),
    scopes,
    parameters: Object.entries(provider.parameters)
      .map(([name, value]) => `${name}=${value}`)
      .join('\n'),
    /** The people who are connected may lose the connection. */
    forgetLinks: false,
  }
}

/** What a new provider begins with. */
export function newConnection(preset: Preset, name: string): ConnectionValues {
  const isGithub = preset === 'github'
  return {
    displayName: preset === 'oidc' ? '' : name,
    alias: preset === 'oidc' ? '' : preset,
    issuer: publicIssuers[preset],
    tenant: preset === 'microsoft' ? 'common' : '',
    clientId: '',
    clientSecret: '',
    secretExpiresAt: '',
    tokenEndpointAuthMethod: isGithub ? 'client_secret_post' : 'client_secret_basic',
    scopes: isGithub ? 'read:user user:email' : 'openid profile email',
    parameters: '',
    forgetLinks: false,
  }
}

/** The body of the API, of the sent form. */
export function connectionBody(form: FormData, preset: Preset) {
  const text = (name: string) => textOfField(form, name).trim()
  const secret = textOfField(form, 'clientSecret')
  return {
    displayName: text('displayName'),
    issuer: issuerOf(form, preset),
    clientId: text('clientId'),
    ...(secret === '' ? {} : { clientSecret: secret }),
    secretExpiresAt: text('secretExpiresAt'),
    tokenEndpointAuthMethod: text('tokenEndpointAuthMethod'),
    scopes: text('scopes'),
    parameters: parametersIn(textOfField(form, 'parameters')),
  }
}

function issuerOf(form: FormData, preset: Preset): string {
  if (preset === 'google') return publicIssuers.google
  if (preset === 'microsoft') {
    const tenant = textOfField(form, 'tenant').trim().toLowerCase()
    return publicIssuers.microsoft.replace('/common/', `/${tenant}/`)
  }
  return (textOfField(form, 'useIssuer') || textOfField(form, 'issuer')).trim()
}

/** One to a line, as `name=value`. */
function parametersIn(text: string): Record<string, string> {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split('=')
      return [name.trim(), value.join('=').trim()]
    }),
  )
}
