/** The kinds of servers that people may sign in with. */
export const presets = ['oidc', 'google', 'microsoft', 'gitlab', 'github'] as const
export type Preset = (typeof presets)[number]

export function isPreset(text: string): text is Preset {
  return presets.some((preset) => preset === text)
}

/** The address of a preset's public service; '' for a server that its address alone identifies. */
export const publicIssuers: Readonly<Record<Preset, string>> = {
  oidc: '',
  google: 'https://accounts.google.com',
  microsoft: 'https://login.microsoftonline.com/common/v2.0',
  gitlab: 'https://gitlab.com',
  github: 'https://github.com',
}

/** The initial scopes of a preset. GitHub has scopes of its own. */
export function firstScopes(preset: Preset): string {
  return preset === 'github' ? 'read:user user:email' : 'openid profile email'
}

/** The tenant of personal Microsoft accounts. */
export const consumersTenant = '9188040d-6c67-4c5b-b112-36a304b66dad'

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const microsoftPath = new RegExp(`^/(common|organizations|consumers|${uuid})/v2\\.0$`)
const wholeUuid = new RegExp(`^${uuid}$`)

/** The tenant in a Microsoft issuer; null for another form. */
export function tenantOf(issuer: string): string | null {
  return microsoftPath.exec(URL.parse(issuer)?.pathname ?? '')?.[1] ?? null
}

/**
 * The issuer that a provider's metadata must name. Microsoft's metadata for several tenants holds a placeholder; that
 * for personal accounts holds their tenant.
 */
export function metadataIssuer(preset: string, issuer: string): string {
  const tenant = preset === 'microsoft' ? tenantOf(issuer) : null
  if (tenant === 'common' || tenant === 'organizations') {
    return issuer.replace(`/${tenant}/`, '/{tenantid}/')
  }
  return tenant === 'consumers' ? issuer.replace('/consumers/', `/${consumersTenant}/`) : issuer
}

/**
 * The issuer that an ID token must name.
 * @param tid the token's claim of that name; only Microsoft's counts
 * @returns null when people of that tenant may not sign in
 */
export function tokenIssuer(preset: string, issuer: string, tid: unknown): string | null {
  if (preset !== 'microsoft') return issuer
  const tenant = tenantOf(issuer)
  if (!tenant || !isUuid(tid)) return null
  if (tenant === 'organizations' && tid === consumersTenant) return null
  if (tenant === 'consumers' && tid !== consumersTenant) return null
  const isFixed = wholeUuid.test(tenant)
  if (isFixed && tid !== tenant) return null
  return issuer.replace(`/${tenant}/`, `/${tid}/`)
}

/** True for a UUID in lower case. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && wholeUuid.test(value)
}

/** True for a provider that is open to the public. */
export function servesThePublic(preset: string, issuer: string): boolean {
  if (preset === 'google') return true
  if (preset === 'microsoft') return !wholeUuid.test(tenantOf(issuer) ?? '')
  const host = URL.parse(issuer)?.hostname ?? ''
  return (
    (preset === 'github' && host === 'github.com') || (preset === 'gitlab' && host === 'gitlab.com')
  )
}
