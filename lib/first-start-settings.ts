import { type Environment, isGiven } from './given-settings.ts'

const command = (line: string) => `npm run authserver -- ${line}`

/** Settings that only the first start reads, and the equivalent action on an existing installation. */
const firstStartSettings = [
  ['ADMIN_EMAIL', `${command('create-admin --email <address>')} makes another administrator`],
  [
    'ADMIN_PASSWORD',
    `${command('reset-admin-password --email <address>')} sets a password; take the old one out`,
  ],
  [
    'ADMIN_CONSOLE_CLIENT_SECRET',
    'in the console, the client admin-console-client has a new one generated; take the old one out',
  ],
  [
    'BOOTSTRAP_CLIENT_ID',
    `${command('create-client <identifier> --kind service --permission authserver:manage')} makes such a client; take the old secret out`,
  ],
  [
    'APP_NAME',
    `change it in the console under Settings → General, or with ${command('import <file>')}`,
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
      return `Only the first start reads ${names}: ${instead}.`
    })
}
