import { type PersonalEvent, personalEvents } from '#lib/answers/personal-events.ts'
import type { Context } from '#lib/context.ts'
import type { AuditLogRecord } from '#lib/persistence/audit/audit-log.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { type ShownClient, shownClients } from '../clients/shown-client.ts'
import { type Device, deviceOf } from '../sessions/device.ts'
import { isOwnNews, isPersonalEvent } from './personal-events.ts'

/** The actor, as far as the person may know: administrators have no name. */
export type ActivityActor = 'you' | 'administrator' | 'someone' | 'system'

/** An event of a person's own activity. */
export interface ActivityEntry {
  readonly id: number
  readonly createdAt: Date
  readonly event: PersonalEvent
  readonly actor: ActivityActor
  /** The following are absent when the event has none, or when the record is gone. */
  readonly application?: ShownClient
  readonly permission?: { readonly scope: string; readonly description: string }
  readonly group?: { readonly groupIdentifier: string; readonly description: string }
  readonly authMethods?: string
  /** For `updated_user_details`: true when the account was enabled. */
  readonly enabled?: boolean
  /** The number of events that the entry stands for, if more than one. */
  readonly count?: number
  readonly ipAddress: string
  readonly device: Device
}

export interface ActivityPage {
  readonly entries: readonly ActivityEntry[]
  /** Continues the list; absent at its end. */
  readonly next?: number
}

type Details = Readonly<Record<string, unknown>>

/** An entry with its parsed details. */
interface Parsed {
  readonly record: AuditLogRecord
  readonly event: PersonalEvent
  readonly details: Details
}

/**
 * A page of the person's own activity, newest first.
 * @param before the `next` of the page before; absent for the first page
 */
export async function readOwnActivity(
  ctx: Context,
  user: Pick<UserRecord, 'id' | 'subject'>,
  { before, size }: { readonly before?: number | undefined; readonly size: number },
): Promise<ActivityPage> {
  const records = await ctx.store.auditLog.listOfPerson(user.id, personalEvents, before, size + 1)
  const shown = records.slice(0, size)
  const last = shown.at(-1)
  const entries = await describe(ctx, user.subject, shown.flatMap(parse))
  return { entries, ...(records.length > size && last ? { next: last.id } : {}) }
}

function parse(record: AuditLogRecord): Parsed[] {
  const event = record.auditEvent
  if (!isPersonalEvent(event)) return []
  const details = JSON.parse(record.details) as Details
  return isOwnNews(event, details) ? [{ record, event, details }] : []
}

async function describe(
  ctx: Context,
  subject: string,
  entries: readonly Parsed[],
): Promise<ActivityEntry[]> {
  const [clients, permissions, groups] = await Promise.all([
    shownClients(ctx, idsIn(entries, 'clientId')),
    permissionsById(ctx, idsIn(entries, 'permissionId')),
    groupsById(ctx, idsIn(entries, 'groupId')),
  ])
  return entries.map(({ record, event, details }) => ({
    id: record.id,
    createdAt: record.createdAt,
    event,
    actor: actorOf(event, details, subject),
    ...present('application', clients.get(Number(details.clientId))),
    ...present('permission', permissions.get(Number(details.permissionId))),
    ...present('group', groups.get(Number(details.groupId))),
    ...(typeof details.authMethods === 'string' ? { authMethods: details.authMethods } : {}),
    ...(typeof details.enabled === 'boolean' ? { enabled: details.enabled } : {}),
    ...(typeof details.count === 'number' ? { count: details.count } : {}),
    ipAddress: record.ipAddress,
    device: deviceOf(record.userAgent),
  }))
}

function idsIn(entries: readonly Parsed[], name: string): number[] {
  const ids = entries.map(({ details }) => details[name])
  return [...new Set(ids.filter((id) => typeof id === 'number'))]
}

async function permissionsById(ctx: Context, ids: readonly number[]) {
  const found = ids.length === 0 ? [] : await ctx.store.permissions.findMany(ids)
  return new Map(
    found.map(({ id, permissionIdentifier, description, resource }) => {
      const scope = `${resource.resourceIdentifier}:${permissionIdentifier}`
      return [id, { scope, description }]
    }),
  )
}

async function groupsById(ctx: Context, ids: readonly number[]) {
  const found = ids.length === 0 ? [] : await ctx.store.groups.findMany(ids)
  return new Map(
    found.map(({ id, groupIdentifier, description }) => [id, { groupIdentifier, description }]),
  )
}

function actorOf(event: PersonalEvent, details: Details, subject: string): ActivityActor {
  switch (event) {
    case 'auth_failed_otp':
    case 'auth_failed_pwd':
    case 'requested_password_reset':
    case 'sign_in_link_required':
      return 'someone'
    case 'cross_user_session_replaced':
    case 'refresh_token_replay_detected':
      return 'system'
    default: {
      const { loggedInUser = '' } = details
      return loggedInUser === '' || loggedInUser === subject ? 'you' : 'administrator'
    }
  }
}

function present<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): Partial<Record<Name, Value>> {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, Value>)
}
