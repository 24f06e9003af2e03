import { loopbackAddress, trustsEverybody } from '#lib/base/network/ip.ts'
import type { Config } from '#lib/config/config.ts'
import { spentSettings } from '#lib/config/first-start-settings.ts'
import { type Environment, quotedSettings } from '#lib/config/given-settings.ts'
import { misspeltSettings } from '#lib/config/misspelt-settings.ts'

interface Installation {
  /** As stored. */
  readonly issuer: string
  /** Created by this start. */
  readonly isNew: boolean
  /** Hosts that the server sends requests to by itself. */
  readonly reached?: readonly string[]
}

/** Warnings for the log about settings that are valid, but less safe or less effective than they look. */
export function startWarnings(
  config: Config,
  env: Environment,
  { issuer, isNew, reached = [] }: Installation,
): readonly string[] {
  return [
    ...misspeltSettings(env),
    ...quotedSettings(env),
    ...(isNew ? [] : spentSettings(env)),
    ...aboutTheIssuer(config, issuer),
    ...aboutProxies(config),
    ...aboutTheBootstrapClient(config),
    ...aboutBodies(config),
    ...aboutTheWayOut(env, reached),
  ]
}

/** Clients that discover the server at one address and get tokens of another issuer refuse every token. */
function aboutTheIssuer({ baseUrl }: Config, issuer: string): readonly string[] {
  if (issuer === baseUrl) return []
  return [
    `The issuer is ${issuer}, but BASE_URL is ${baseUrl}: applications that discover ${baseUrl} refuse its tokens. Change BASE_URL, or the issuer in the console under Settings → General.`,
  ]
}

/**
 * Settings that may make all clients share one limit, or let clients choose their address. With a loopback address the
 * first warning is left out: only this machine sends requests, and every first try would begin with a warning.
 */
function aboutProxies(config: Config): readonly string[] {
  const { baseUrl, rateLimiterEnabled, trustProxy } = config
  if (trustsEverybody(config)) {
    return [
      'TRUST_PROXY is on without TRUSTED_PROXIES: any client can forge its address. Set TRUSTED_PROXIES to the addresses of your proxies.',
    ]
  }
  const isThisMachine = loopbackAddress(new URL(baseUrl).hostname) !== null
  if (trustProxy || !rateLimiterEnabled || isThisMachine) return []
  return [
    'RATE_LIMITER_ENABLED is on and TRUST_PROXY is off: behind a proxy, all clients have its address and share the limits of one client. If there is a proxy, set TRUST_PROXY and TRUSTED_PROXIES.',
  ]
}

/** Attempts with a client's secret are not rate-limited. */
function aboutTheBootstrapClient({ bootstrapClient }: Config): readonly string[] {
  if (!bootstrapClient || bootstrapClient.secret.length >= 32) return []
  return [
    'BOOTSTRAP_CLIENT_SECRET has fewer than 32 characters, and its client has full access. Give that client a longer secret.',
  ]
}

/** Meant for short debugging sessions, and easily forgotten. */
function aboutBodies({ debugApiRequests }: Config): readonly string[] {
  if (!debugApiRequests) return []
  return [
    'DEBUG_API_REQUESTS is on: the log contains API requests and responses, including personal data of users. Switch it off when you are done.',
  ]
}

/** Where other programs reach the outside by a proxy only, requests of the server may end in timeouts. */
function aboutTheWayOut(env: Environment, reached: readonly string[]): readonly string[] {
  const name = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].find((one) => env[one])
  if (name === undefined || reached.length === 0) return []
  const some = reached.slice(0, 5).join(', ') + (reached.length > 5 ? ' and others' : '')
  return [
    `${name} is set, but this server does not use it for its own requests. It must reach ${some} directly.`,
  ]
}
