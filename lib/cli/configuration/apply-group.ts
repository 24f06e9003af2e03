import type { Tx } from '#lib/context.ts'
import { checkAttribute } from '#lib/domain/attributes.ts'
import { operator } from '#lib/domain/caller.ts'
import {
  createGroupAttribute,
  removeGroupAttribute,
  updateGroupAttribute,
} from '#lib/domain/group-attributes.ts'
import { checkGroup, createGroup, updateGroup } from '#lib/domain/groups.ts'
import { saveGrants } from '#lib/domain/permission-grants.ts'
import { requireNotBlank } from '#lib/domain/validation.ts'
import type { GroupRecord } from '#lib/persistence/store.ts'
import { permissionIdsOf } from '../scopes.ts'
import type { AttributeState, SentGroup } from './document.ts'
import { attributeState, groupState, isSame, withSent } from './states.ts'

/** The group of this name as it is now, or null. */
export async function findNamedGroup(
  tx: Tx,
  { groupIdentifier }: Pick<SentGroup, 'groupIdentifier'>,
): Promise<GroupRecord | null> {
  const found = await tx.store.groups.findByIdentifier(groupIdentifier)
  return found && tx.store.groups.lock(found.id)
}

/**
 * Makes a group what the file says: created, described, its attributes and permissions as listed.
 * Members are nothing that a file names.
 * @throws Refusal as the Admin API does, LAST_ADMINISTRATOR included
 */
export async function applyGroup(tx: Tx, sent: SentGroup): Promise<readonly string[]> {
  const found = await findNamedGroup(tx, sent)
  const before = found ? await groupState(tx, found) : null
  const nothing = { description: '', includeInIdToken: false, includeInAccessToken: false }
  const { groupIdentifier } = sent
  const { description, includeInIdToken, includeInAccessToken } = withSent(before ?? nothing, sent)
  const fields = await checkGroup(
    tx,
    { groupIdentifier, description, includeInIdToken, includeInAccessToken },
    found?.id ?? null,
  )
  const group = found ?? (await createGroup(tx, fields, operator))
  if (before && !isSame(withSent(before, fields), before)) {
    await updateGroup(tx, group.id, fields, operator)
  }
  if (sent.attributes) await applyAttributes(tx, group, sent.attributes)
  if (sent.permissions) await applyPermissions(tx, group, sent.permissions)
  return []
}

/** Attributes that are wanted as they stand stay; one whose key is wanted otherwise is changed. */
async function applyAttributes(
  tx: Tx,
  group: GroupRecord,
  wanted: readonly AttributeState[],
): Promise<void> {
  for (const attribute of wanted) {
    requireNotBlank(attribute.key, 'key')
    checkAttribute(attribute)
  }
  const rows = await tx.store.groupAttributes.listOfGroup(group.id)
  const missing = [...wanted]
  const spare = rows.filter((row) => {
    const at = missing.findIndex((one) => isSame(attributeState(one), attributeState(row)))
    if (at >= 0) missing.splice(at, 1)
    return at < 0
  })
  for (const attribute of missing) {
    const at = spare.findIndex(({ key }) => key === attribute.key)
    const [row] = at < 0 ? [] : spare.splice(at, 1)
    if (row) await updateGroupAttribute(tx, row.id, attribute, operator)
    else await createGroupAttribute(tx, group.id, attribute, operator)
  }
  for (const attribute of spare) await removeGroupAttribute(tx, { attribute, group }, operator)
}

async function applyPermissions(
  tx: Tx,
  { id }: GroupRecord,
  scopes: readonly string[],
): Promise<void> {
  const holder = { kind: 'group', id } as const
  const wanted = [...new Set(await permissionIdsOf(tx, scopes))]
  const stored = await tx.store.permissionGrants.idsOf(holder)
  if (isSame(new Set(stored), new Set(wanted))) return
  await saveGrants(tx, { holder, wanted, expected: null, caller: operator })
}
