import { checkHashFile } from '#lib/base/files/hash-file.ts'
import { openLog } from '#lib/base/log/log.ts'
import type { Config } from '#lib/config/config.ts'
import { inactiveSignInFeatures, signInFeatures } from '#lib/domain/sign-in/sign-in-features.ts'
import { lookUpBreached } from '#lib/outbound/breached-passwords.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'
import { type Finding, findings, reasonOf } from './finding.ts'

const breached = findings('breached passwords')

/** Checks that new passwords can be looked up among breached ones, where that is switched on. */
export async function checkPasswords(config: Config, settings: SettingsRecord): Promise<Finding[]> {
  const { breachSource: source } = signInFeatures({ config, settings })
  if (source?.kind === 'file') return [await checkFile(source.path)]
  if (source) {
    // A password that every such service knows.
    const verdict = await lookUpBreached({ config, log: openLog('silent') }, source, 'password')
    return [
      verdict === 'unavailable'
        ? breached.warning(`${source.address} gives no usable answer: new passwords are accepted.`)
        : breached.ok(`${source.address} answers.`),
    ]
  }
  const inactive = inactiveSignInFeatures({ config, settings })
  return inactive.some(({ reason }) => reason === 'no_file')
    ? [breached.warning('BREACHED_PASSWORDS_FILE is not set: new passwords are not looked up.')]
    : []
}

async function checkFile(path: string): Promise<Finding> {
  try {
    await checkHashFile(path)
    return breached.ok(`${path} can be searched.`)
  } catch (error) {
    return breached.problem(`${path} cannot be searched: ${reasonOf(error)}.`)
  }
}
