import type { Context } from '#lib/context.ts'
import { requireSettings } from '#lib/domain/settings.ts'
import type { SealedPlace } from '#lib/kernel/sealed-columns.ts'
import { Failure } from '../command.ts'
import { documentFormat } from './document.ts'
import { clientState, groupState, isSame, resourceState, settingsState } from './states.ts'

/** How often the configuration is read at most. */
const maxReadings = 6

/**
 * The configuration as it was at one moment: read until it is twice the same, so that a change of somebody else is in it
 * as a whole or not at all. A transaction would keep everybody from writing on SQLite.
 * @param withSecrets as for `readConfiguration`
 * @throws Failure when it is another one each time
 */
export async function readSettledConfiguration(
  ctx: Context,
  withSecrets: boolean,
): Promise<object> {
  let before = await readConfiguration(ctx, withSecrets)
  for (let readings = 2; readings <= maxReadings; readings++) {
    const now = await readConfiguration(ctx, withSecrets)
    if (isSame(before, now)) return now
    before = now
  }
  throw new Failure('The configuration is being changed all the time: try again later.')
}

/**
 * The configuration as it is stored: settings, resources with permissions, clients, groups, each
 * list ordered by identifier. The console's own client and clients that registered themselves are
 * left out: they belong to the installation, not to its configuration. It is read piece by piece.
 * @param withSecrets adds the secrets of clients and the password of the mail server, in clear
 */
export async function readConfiguration(ctx: Context, withSecrets: boolean): Promise<object> {
  const { store, cipher } = ctx
  const secret = (name: string, sealed: Uint8Array | null, place: SealedPlace) =>
    withSecrets && sealed ? { [name]: cipher.open(sealed, place) } : {}
  const settings = requireSettings(await store.settings.find())
  const { email, ...others } = settingsState(settings)
  const smtpPassword = secret(
    'smtpPassword',
    settings.smtpPasswordEncrypted,
    `settings.smtp_password_encrypted/${settings.id}`,
  )
  const resources: object[] = []
  for (const row of await store.resources.list()) resources.push(await resourceState(ctx, row))
  const clients: object[] = []
  for (const row of await store.clients.all()) {
    if (row.isSystemLevelClient || row.createdViaDcr) continue
    const sealed = row.isPublic ? null : row.clientSecretEncrypted
    const shown = secret('clientSecret', sealed, `clients.client_secret_encrypted/${row.id}`)
    clients.push({ ...(await clientState(ctx, row)), ...shown })
  }
  const groups: object[] = []
  for (const row of await store.groups.list()) groups.push(await groupState(ctx, row))
  return {
    format: documentFormat,
    version: 1,
    settings: {
      ...others,
      email: { ...email, ...smtpPassword },
    },
    resources: sorted(resources, 'resourceIdentifier'),
    clients: sorted(clients, 'clientIdentifier'),
    groups: sorted(groups, 'groupIdentifier'),
  }
}

/** Databases order text each in their own way. */
function sorted(records: readonly object[], key: string): object[] {
  const identifier = (record: object) => Buffer.from(String(Reflect.get(record, key)))
  return records.toSorted((a, b) => Buffer.compare(identifier(a), identifier(b)))
}
