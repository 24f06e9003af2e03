import { statSync } from 'node:fs'
import { isReadableOnTheWay, trustsEverybody } from '#lib/base/network/ip.ts'
import type { Config } from '#lib/config/config.ts'
import { isGiven, quotedSettings, secretFiles } from '#lib/config/given-settings.ts'
import { misspeltSettings } from '#lib/config/misspelt-settings.ts'
import { keyFileOf } from '../settings.ts'
import type { Terminal } from '../terminal.ts'
import { type Finding, findings } from './finding.ts'

const settings = findings('settings')
const proxy = findings('proxy')
const key = findings('encryption key')

/** Reports settings that are valid but unwise. */
export function checkSettings(terminal: Terminal, config: Config): Finding[] {
  const { env } = terminal
  const odd: Finding[] = []
  if (isReadableOnTheWay(config.baseUrl)) {
    odd.push(
      settings.warning(
        `BASE_URL (${config.baseUrl}) is not https: passwords are sent unencrypted.`,
      ),
    )
  }
  if (!config.rateLimiterEnabled) {
    odd.push(
      settings.warning(
        'RATE_LIMITER_ENABLED is false: attackers can guess passwords without limit.',
      ),
    )
  }
  if (config.debugApiRequests) {
    odd.push(
      settings.warning(
        'DEBUG_API_REQUESTS is true: the log contains personal data of users. Switch it off when you are done.',
      ),
    )
  }
  const unread = [...misspeltSettings(env), ...quotedSettings(env)]
  odd.push(...unread.map((sentence) => settings.warning(sentence)))
  const secrets = ['ADMIN_PASSWORD', 'BOOTSTRAP_CLIENT_SECRET'] as const
  const spent = secrets.filter((name) => isGiven(env, name))
  if (spent.length > 0) {
    odd.push(
      settings.warning(
        `only the first start reads ${spent.join(' and ')}. Remove this from the settings.`,
      ),
    )
  }
  if (trustsEverybody(config)) {
    odd.push(
      proxy.warning(
        'TRUST_PROXY is on without TRUSTED_PROXIES: any client can forge its address. Set TRUSTED_PROXIES to the addresses of your proxies.',
      ),
    )
  }
  if (config.encryptionKeyPrevious) {
    odd.push(
      key.warning('ENCRYPTION_KEY_PREVIOUS is set. Remove it once the server has started with it.'),
    )
  }
  const file = keyFileOf(terminal, config)
  if (file !== null && isReadableByOthers(file)) {
    odd.push(key.warning(`other accounts can read ${file}. Run: chmod 600 ${file}`))
  }
  odd.push(...readableSecrets(terminal))
  return [settings.ok(`valid, BASE_URL is ${config.baseUrl}.`), ...odd]
}

/** A group may read such a file: its owner is often root, and the server's account is in the group. */
function readableSecrets({ env }: Terminal): Finding[] {
  return secretFiles(env)
    .filter(({ path }) => hasModeOf(path, 0o007))
    .map(({ variable, path }) =>
      settings.warning(
        `every account can read ${path} (${variable}). Let only the account of the server read it.`,
      ),
    )
}

function isReadableByOthers(file: string): boolean {
  return hasModeOf(file, 0o077)
}

/** True when a file exists and has one of these bits of a mode. */
function hasModeOf(file: string, bits: number): boolean {
  if (process.platform === 'win32') return false
  const found = statSync(file, { throwIfNoEntry: false })
  return found !== undefined && (found.mode & bits) !== 0
}
