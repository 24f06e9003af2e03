import { type AdminTx, adminTransaction, type Context } from '#lib/context.ts'
import { Failure } from '../command.ts'
import { applyClient, findNamedClient, type GeneratedSecret } from './apply-client.ts'
import { applyGroup, findNamedGroup } from './apply-group.ts'
import { applyIdentityProvider } from './apply-identity-provider.ts'
import { applyResource, findNamedResource } from './apply-resource.ts'
import {
  applyProtocol,
  applySettings,
  lockProtocol,
  lockSettings,
  remarksOn,
} from './apply-settings.ts'
import { type Attempt, attemptsOf } from './attempts.ts'
import { differenceOf, type RecordDifference } from './difference.ts'
import type {
  ConfigurationDocument,
  SentClient,
  SentGroup,
  SentIdentityProvider,
  SentResource,
} from './document.ts'
import { placeOfRecord } from './problems.ts'
import { clientState, groupState, identityProviderState, isSame, resourceState } from './states.ts'

/** The result of an import or a dry run. */
export interface ImportResult {
  readonly differences: readonly RecordDifference[]
  readonly generatedSecrets: readonly GeneratedSecret[]
  /** Parts of the file that had no effect, each beginning with its place in the file. */
  readonly remarks: readonly string[]
}

/** One record of the file: reads its current state and applies the wanted one. */
interface Step {
  /** Place of the record in the file. */
  readonly place: string
  readonly record: string
  readonly sent: object
  state(): Promise<object | null>
  /** Returns notes on changes that the states do not show. */
  apply(attempt: Attempt): Promise<readonly string[]>
}

/** Time limit of the transaction: thousands of records take minutes. */
const limitMs = 15 * 60 * 1000

/** Rolls back the transaction of a dry run. */
class DryRun extends Error {
  readonly result: ImportResult

  constructor(result: ImportResult) {
    super('A dry run keeps nothing.')
    this.result = result
  }
}

/**
 * Applies the whole file in one transaction, or nothing. A dry run applies it too and rolls back, so its result is
 * accurate.
 * @throws Failure with every problem found, each beginning with its place in the file
 */
export async function applyConfiguration(
  ctx: Context,
  document: ConfigurationDocument,
  isDryRun: boolean,
): Promise<ImportResult> {
  try {
    return await adminTransaction(
      ctx,
      async (tx) => {
        const result = await applyAll(tx, document)
        if (isDryRun) throw new DryRun(result)
        return result
      },
      limitMs,
    )
  } catch (error) {
    if (error instanceof DryRun) return error.result
    throw error
  }
}

async function applyAll(tx: AdminTx, document: ConfigurationDocument): Promise<ImportResult> {
  const differences: RecordDifference[] = []
  const generatedSecrets: GeneratedSecret[] = []
  const problems: string[] = []
  // Serializes imports: two that lock records in different order would deadlock.
  await tx.store.settings.lock()
  const steps = stepsOf(tx, document, (generated) => generatedSecrets.push(generated))
  for (const step of steps) {
    const before = await step.state()
    if (before && isAsSent(before, step.sent)) continue
    const attempt = attemptsOf(step.place, problems)
    const notes = await attempt(() => step.apply(attempt))
    // After the first problem nothing will be committed: the remaining records are only validated.
    if (problems.length > 0) continue
    const difference = differenceOf(step.record, before, (await step.state()) ?? {}, notes ?? [])
    if (difference) differences.push(difference)
  }
  if (problems.length > 0) throw new Failure(problems)
  return { differences, generatedSecrets, remarks: await remarksOn(tx, document.settings) }
}

/** True when a record already matches the file. States omit secrets, so a record sent with a secret never matches. */
function isAsSent(state: object, sent: object): boolean {
  return Object.entries(sent).every(([name, value]) => isSame(Reflect.get(state, name), value))
}

/** Ordered by the references between records. */
function stepsOf(
  tx: AdminTx,
  document: ConfigurationDocument,
  print: (generated: GeneratedSecret) => void,
): Step[] {
  const { settings, resources, clients, groups, identityProviders } = document
  return [
    ...settingsSteps(tx, settings),
    ...resources.map((sent, index) => resourceStep(tx, sent, index)),
    // After the resources, whose permissions they may name.
    ...protocolSteps(tx, settings),
    ...clients.map((sent, index) => clientStep(tx, sent, index, print)),
    ...groups.map((sent, index) => groupStep(tx, sent, index)),
    ...identityProviders.map((sent, index) => identityProviderStep(tx, sent, index)),
  ]
}

/** All settings but those of the protocol; none when the file names none. */
function settingsSteps(tx: AdminTx, settings: ConfigurationDocument['settings']): Step[] {
  const { protocol: _, ...sent } = settings ?? {}
  if (Object.keys(sent).length === 0) return []
  return [
    {
      place: 'settings',
      record: 'settings',
      sent,
      state: () => lockSettings(tx),
      apply: (attempt) => applySettings(tx, sent, attempt),
    },
  ]
}

function protocolSteps(tx: AdminTx, settings: ConfigurationDocument['settings']): Step[] {
  const sent = settings?.protocol
  if (!sent) return []
  return [
    {
      place: 'settings.protocol',
      record: 'protocol settings',
      sent,
      state: () => lockProtocol(tx),
      apply: () => applyProtocol(tx, sent),
    },
  ]
}

function resourceStep(tx: AdminTx, sent: SentResource, index: number): Step {
  return {
    place: placeOfRecord('resources', index, sent.resourceIdentifier),
    record: `resource ${sent.resourceIdentifier}`,
    sent,
    state: async () => {
      const found = await findNamedResource(tx, sent)
      return found && resourceState(tx, found)
    },
    apply: (attempt) => applyResource(tx, sent, attempt),
  }
}

function clientStep(
  tx: AdminTx,
  sent: SentClient,
  index: number,
  print: (generated: GeneratedSecret) => void,
): Step {
  return {
    place: placeOfRecord('clients', index, sent.clientIdentifier),
    record: `client ${sent.clientIdentifier}`,
    sent,
    state: async () => {
      const found = await findNamedClient(tx, sent)
      return found && clientState(tx, found)
    },
    apply: (attempt) => applyClient(tx, sent, print, attempt),
  }
}

function groupStep(tx: AdminTx, sent: SentGroup, index: number): Step {
  return {
    place: placeOfRecord('groups', index, sent.groupIdentifier),
    record: `group ${sent.groupIdentifier}`,
    sent,
    state: async () => {
      const found = await findNamedGroup(tx, sent)
      return found && groupState(tx, found)
    },
    apply: (attempt) => applyGroup(tx, sent, attempt),
  }
}

function identityProviderStep(tx: AdminTx, sent: SentIdentityProvider, index: number): Step {
  return {
    place: placeOfRecord('identityProviders', index, sent.alias),
    record: `identity provider ${sent.alias}`,
    sent,
    state: async () => {
      const found = await tx.store.identityProviders.findByAlias(sent.alias)
      return found && identityProviderState(tx, found)
    },
    apply: () => applyIdentityProvider(tx, sent),
  }
}
