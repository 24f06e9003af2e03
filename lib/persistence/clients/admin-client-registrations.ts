import type { AdminSource } from '../database/sources.ts'
import type { NewRecord, Row } from '../database/tables.ts'
import type {
  Approval,
  ClientRegistrationRecord,
  RegistrationKind,
} from './client-registrations.ts'
import type { ClientWithLists } from './clients.ts'
import { withLists } from './with-lists.ts'

export async function insert(
  { db }: AdminSource,
  registration: NewRecord<'clientRegistrations'> & { readonly createdAt: Date },
): Promise<void> {
  await db.clientRegistration.create({ data: registration })
}

/** The registration of a client, and when it last got tokens. */
export interface RegistrationWithUse {
  readonly registration: ClientRegistrationRecord
  readonly lastUsedAt: Date | null
}

interface Filter {
  readonly approval: Approval | null
  readonly kind: RegistrationKind | null
}

type Use = Row<'clientUses'> | null

const withUse = { client: { include: { ...withLists, use: true } } } as const

/** One page of the clients that registered themselves, newest first. */
export async function list(
  { db }: AdminSource,
  { approval, kind }: Filter,
  page: number,
  size: number,
): Promise<(RegistrationWithUse & { readonly client: ClientWithLists })[]> {
  const rows = await db.clientRegistration.findMany({
    where: { ...(approval && { approval }), ...(kind && { kind }) },
    include: withUse,
    orderBy: { id: 'desc' },
    skip: (page - 1) * size,
    take: size,
  })
  return rows.map(({ client: { use, ...client }, ...registration }) => ({
    registration,
    client,
    lastUsedAt: (use as Use)?.lastUsedAt ?? null,
  }))
}

export function count({ db }: AdminSource, { approval, kind }: Filter): Promise<number> {
  return db.clientRegistration.count({
    where: { ...(approval && { approval }), ...(kind && { kind }) },
  })
}

/** The registration of a client with its last use; null for a client that was made by hand. */
export async function findWithUse(
  { db }: AdminSource,
  clientId: number,
): Promise<RegistrationWithUse | null> {
  const registration = await db.clientRegistration.findUnique({ where: { clientId } })
  if (!registration) return null
  const use = await db.clientUse.findUnique({ where: { clientId } })
  return { registration, lastUsedAt: use?.lastUsedAt ?? null }
}

/** Times of the removal of unused clients. */
export interface UnusedBefore {
  /** Documents without a consent. */
  readonly unconsented: Date
  readonly pending: Date
  /** Null: used clients stay for ever. */
  readonly unused: Date | null
  readonly now: Date
}

type NamedClient = Pick<Row<'clients'>, 'id' | 'clientIdentifier'>

/** A client to remove, with its last use. */
export type UnusedClient = RegistrationWithUse & { readonly client: NamedClient }

function unusedSince({ unconsented, pending, unused, now }: UnusedBefore) {
  const grantless = { grants: { none: { revokedAt: null, expiresAt: { gt: now } } } }
  return {
    OR: [
      {
        kind: 'metadata_document',
        everConsented: false,
        approval: { not: 'refused' },
        decidedAt: null,
        createdAt: { lt: unconsented },
      },
      { approval: 'pending', createdAt: { lt: pending } },
      ...(unused
        ? [
            {
              createdAt: { lt: unused },
              approval: { not: 'refused' },
              client: {
                ...grantless,
                OR: [{ use: null }, { use: { lastUsedAt: { lt: unused } } }],
              },
            },
          ]
        : []),
    ],
  }
}

/** Clients that registered themselves and are no longer used, at most `limit`. */
export async function listUnused(
  { db }: AdminSource,
  before: UnusedBefore,
  limit: number,
): Promise<UnusedClient[]> {
  const rows = await db.clientRegistration.findMany({
    where: unusedSince(before),
    include: { client: { select: { id: true, clientIdentifier: true, use: true } } },
    orderBy: { id: 'asc' },
    take: limit,
  })
  return rows.map(({ client: { use, ...client }, ...registration }) => ({
    registration,
    client,
    lastUsedAt: use?.lastUsedAt ?? null,
  }))
}

/** Whether a client registered itself and is no longer used. */
export async function isUnused(
  { db }: AdminSource,
  clientId: number,
  before: UnusedBefore,
): Promise<boolean> {
  const where = { clientId, ...unusedSince(before) }
  return (await db.clientRegistration.findFirst({ where, select: { id: true } })) !== null
}

/** Forgets all consents to a client. */
export async function removeConsents({ db }: AdminSource, clientId: number): Promise<number> {
  return (await db.userConsent.deleteMany({ where: { clientId } })).count
}
