import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { openCipher } from '#lib/base/crypto/cipher.ts'
import { type Config, sqliteFile } from '#lib/config/config.ts'
import {
  checkEncryptionKey,
  findUnopened,
  WrongEncryptionKeyError,
} from '#lib/domain/keys/encryption-key.ts'
import { builtInResource } from '#lib/domain/permissions/built-in.ts'
import { describeIncompatibility } from '#lib/persistence/database/postgres-compatibility.ts'
import { freeBytes } from '#lib/persistence/maintenance/free-bytes.ts'
import type { Inspection } from '#lib/persistence/maintenance/inspection.ts'
import type { Store } from '#lib/persistence/store.ts'
import { describeObstacle } from '../open.ts'
import { type Finding, findings } from './finding.ts'

const database = findings('database')
const encryption = findings('encryption key')
const keySet = findings('key set')
const administrator = findings('administrator')

/** Below this, SQLite may soon be unable to write. */
const lowSpaceBytes = 200 * 1024 * 1024

/** Checks that the database exists, matches this version, and is usable by a server. */
export function checkDatabase(inspection: Inspection, config: Config): Finding[] {
  const { incompatibility } = inspection
  const obstacle = incompatibility
    ? describeIncompatibility(incompatibility)
    : describeObstacle(inspection, config)
  if (obstacle) return [database.problem(obstacle)]
  const found = [database.ok(`${inspection.product}, all migrations applied.`)]
  const file = sqliteFile(config)
  if (file !== null && isReadableByOthers(file)) {
    found.push(database.warning(`other accounts can read ${file}. Run: chmod 600 ${file}*`))
  }
  const folder = file === null ? null : dirname(file)
  const space = folder === null ? null : freeBytes(folder)
  if (space !== null && space < lowSpaceBytes) {
    const megabytes = Math.floor(space / 1024 / 1024)
    found.push(database.warning(`only ${megabytes} MB are free in ${folder}. Free disk space.`))
  }
  return found
}

/** Checks that the encryption key decrypts every stored secret. */
export async function checkKey(store: Store, config: Config): Promise<Finding[]> {
  const { encryptionKeySource: source } = config
  const cipher = openCipher(config.encryptionKey, config.encryptionKeyPrevious)
  try {
    await checkEncryptionKey(store, cipher, source)
  } catch (error) {
    if (error instanceof WrongEncryptionKeyError) return [encryption.problem(error.message)]
    throw error
  }
  const { lasting, shortLived } = await findUnopened(store, cipher, source)
  if (lasting !== null) return [encryption.problem(lasting)]
  if (shortLived === 0) return [encryption.ok(`${source} decrypts the stored secrets.`)]
  return [
    encryption.warning(
      `${source} does not decrypt ${shortLived} short-lived ${shortLived === 1 ? 'value' : 'values'}, such as mailed codes and console sessions. The next start discards them. Make sure that no process uses another key.`,
    ),
  ]
}

/** Checks that tokens can be signed now and after the next rotation. */
export async function checkKeySet(store: Store): Promise<Finding[]> {
  const states = (await store.signingKeys.listPublic()).map(({ state }) => state)
  const missing = ['current', 'next'].filter((state) => !states.includes(state))
  if (missing.length > 0) {
    return [
      keySet.problem(
        `the ${missing.join(' and the ')} signing key is missing. Restore the table key_pairs from a backup.`,
      ),
    ]
  }
  return [keySet.ok(`${states.length} signing keys: ${states.toSorted().join(', ')}.`)]
}

/** Checks that at least one enabled user holds `authserver:manage`. */
export async function checkAdministrators(store: Store): Promise<Finding[]> {
  const count = await store.permissions.countEnabledHolders(builtInResource.identifier, 'manage')
  if (count === 0) {
    return [
      administrator.problem(
        'no enabled user holds authserver:manage. Use create-admin or reset-admin-password.',
      ),
    ]
  }
  return [
    administrator.ok(
      `${count} enabled ${count === 1 ? 'user holds' : 'users hold'} authserver:manage.`,
    ),
  ]
}

/** True when the group or other users may read a file and traverse its folder. */
function isReadableByOthers(file: string): boolean {
  if (process.platform === 'win32') return false
  const modeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  const [mode, folder] = [modeOf(file), modeOf(dirname(file))]
  return (mode & 0o040 && folder & 0o010) !== 0 || (mode & 0o004 && folder & 0o001) !== 0
}
