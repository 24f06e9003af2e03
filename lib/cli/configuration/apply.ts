import { type Context, type Tx, transaction } from '#lib/context.ts'
import { Failure } from '../command.ts'
import { applyClient, findNamedClient, type GeneratedSecret } from './apply-client.ts'
import { applyGroup, findNamedGroup } from './apply-group.ts'
import { applyResource, findNamedResource } from './apply-resource.ts'
import { applySettings, lockSettings, remarksOn } from './apply-settings.ts'
import { type Attempt, attemptsOf } from './attempts.ts'
import { differenceOf, type RecordDifference } from './difference.ts'
import type { ConfigurationDocument } from './document.ts'
import { placeOfRecord } from './problems.ts'
import { clientState, groupState, isSame, resourceState } from './states.ts'

/** What an import did, or would do. */
export interface ImportResult {
  readonly differences: readonly RecordDifference[]
  readonly generatedSecrets: readonly GeneratedSecret[]
  /** What the file says and nothing comes of, each beginning with its place in the file. */
  readonly remarks: readonly string[]
}

/** One record of a file: how it is now, and how it becomes what the file says. */
interface Step {
  /** Its place in the file. */
  readonly place: string
  readonly record: string
  readonly sent: object
  state(): Promise<object | null>
  /** Returns notes on what states do not show. */
  apply(attempt: Attempt): Promise<readonly string[]>
}

/** How long the one transaction may take: thousands of records take minutes. */
const limitMillis = 15 * 60 * 1000

/** Ends the transaction of a dry run. */
class DryRun extends Error {
  readonly result: ImportResult

  constructor(result: ImportResult) {
    super('A dry run keeps nothing.')
    this.result = result
  }
}

/**
 * Makes the installation what the file says, in one transaction: all of it or nothing. A dry run does
 * the same and rolls it back, so its answer is the true one.
 * @throws Failure with every problem found, each beginning with its place in the file
 */
export async function applyConfiguration(
  ctx: Context,
  document: ConfigurationDocument,
  isDryRun: boolean,
): Promise<ImportResult> {
  try {
    return await transaction(
      ctx,
      async (tx) => {
        const result = await applyAll(tx, document)
        if (isDryRun) throw new DryRun(result)
        return result
      },
      limitMillis,
    )
  } catch (error) {
    if (error instanceof DryRun) return error.result
    throw error
  }
}

async function applyAll(tx: Tx, document: ConfigurationDocument): Promise<ImportResult> {
  const differences: RecordDifference[] = []
  const generatedSecrets: GeneratedSecret[] = []
  const problems: string[] = []
  // Imports take turns: two that lock records in the order of their files could wait for each other for ever.
  await tx.store.settings.lock()
  const steps = stepsOf(tx, document, (generated) => generatedSecrets.push(generated))
  for (const step of steps) {
    const before = await step.state()
    if (before && isAsSent(before, step.sent)) continue
    const attempt = attemptsOf(step.place, problems)
    const notes = await attempt(() => step.apply(attempt))
    // One problem, and nothing is kept: the records after it are only judged.
    if (problems.length > 0) continue
    const difference = differenceOf(step.record, before, (await step.state()) ?? {}, notes ?? [])
    if (difference) differences.push(difference)
  }
  if (problems.length > 0) throw new Failure(problems)
  return { differences, generatedSecrets, remarks: await remarksOn(tx, document.settings) }
}

/** True when a file says of a record what is stored; a secret has to be looked at more closely. */
function isAsSent(state: object, sent: object): boolean {
  return Object.entries(sent).every(([name, value]) => isSame(Reflect.get(state, name), value))
}

/** In the order in which records refer to each other. */
function stepsOf(
  tx: Tx,
  { settings, resources, clients, groups }: ConfigurationDocument,
  print: (generated: GeneratedSecret) => void,
): Step[] {
  return [
    ...(settings
      ? [
          {
            place: 'settings',
            record: 'settings',
            sent: settings,
            state: () => lockSettings(tx),
            apply: (attempt: Attempt) => applySettings(tx, settings, attempt),
          },
        ]
      : []),
    ...resources.map((sent, index) => ({
      place: placeOfRecord('resources', index, sent.resourceIdentifier),
      record: `resource ${sent.resourceIdentifier}`,
      sent,
      state: async () => {
        const found = await findNamedResource(tx, sent)
        return found && resourceState(tx, found)
      },
      apply: (attempt: Attempt) => applyResource(tx, sent, attempt),
    })),
    ...clients.map((sent, index) => ({
      place: placeOfRecord('clients', index, sent.clientIdentifier),
      record: `client ${sent.clientIdentifier}`,
      sent,
      state: async () => {
        const found = await findNamedClient(tx, sent)
        return found && clientState(tx, found)
      },
      apply: (attempt: Attempt) => applyClient(tx, sent, print, attempt),
    })),
    ...groups.map((sent, index) => ({
      place: placeOfRecord('groups', index, sent.groupIdentifier),
      record: `group ${sent.groupIdentifier}`,
      sent,
      state: async () => {
        const found = await findNamedGroup(tx, sent)
        return found && groupState(tx, found)
      },
      apply: (attempt: Attempt) => applyGroup(tx, sent, attempt),
    })),
  ]
}
