import { type Environment, isGiven } from './given-settings.ts'

const command = (line: string) => `npm run authserver -- ${line}`

/** Settings that only the first start reads, and the equivalent action on an existing installation. */
const firstStartSettings = [
  [
    'ADMIN_EMAIL',
    `To create another administrator, use ${command('create-admin --email <address>')}`,
  ],
  [
    'ADMIN_PASSWORD',
    `To set a password, use ${command('reset-admin-password --email <address>')}; remove the old one`,
  ],
  [
    'ADMIN_CONSOLE_CLIENT_SECRET',
    'To replace the secret, generate a new one for the client admin-console-client in the console; remove the old one',
  ],
  [
    'BOOTSTRAP_CLIENT_ID',
    `To create such a client, use ${command('create-client <identifier> --kind service --permission authserver:manage')}; remove the old secret`,
  ],
  [
    'APP_NAME',
    `To change the name, use Settings → General in the console, or ${command('import <file>')}`,
  ],
] as const

/**
 * Lists the given settings that no longer have an effect, because only the first start reads them.
 * @returns one sentence each, without values
 */
export function spentSettings(env: Environment): readonly string[] {
  return firstStartSettings
    .filter(([name]) => isGiven(env, name))
    .map(([name, instead]) => {
      const names = name === 'BOOTSTRAP_CLIENT_ID' ? `${name} and BOOTSTRAP_CLIENT_SECRET` : name
      return `Only the first start reads ${names}. ${instead}.`
    })
}
