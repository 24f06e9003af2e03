import type { AdminTx } from '#lib/context.ts'
import {
  createGroupAttribute,
  removeGroupAttribute,
  updateGroupAttribute,
} from '#lib/domain/groups/group-attributes.ts'
import { checkGroup, createGroup, updateGroup } from '#lib/domain/groups/groups.ts'
import { operator } from '#lib/domain/permissions/caller.ts'
import { saveGrants } from '#lib/domain/permissions/permission-grants.ts'
import { checkAttribute } from '#lib/domain/users/attributes.ts'
import { requireNotBlank } from '#lib/domain/values/validation.ts'
import type { GroupRecord } from '#lib/persistence/store.ts'
import { permissionIdsOf } from '../scopes.ts'
import { type Attempt, attemptList } from './attempts.ts'
import type { AttributeState, SentGroup } from './document.ts'
import { attributeText, isSame, without, withSent } from './states.ts'

/** Finds and locks the group with this identifier; null when there is none. */
export async function findNamedGroup(
  tx: AdminTx,
  { groupIdentifier }: Pick<SentGroup, 'groupIdentifier'>,
): Promise<GroupRecord | null> {
  const found = await tx.store.groups.findByIdentifier(groupIdentifier)
  return found && tx.store.groups.lock(found.id)
}

/**
 * Makes a group match the file: creates or updates it, its attributes and its permissions. A file never names
 * members.
 * @throws Refusal as the Admin API does
 */
export async function applyGroup(
  tx: AdminTx,
  sent: SentGroup,
  attempt: Attempt,
): Promise<readonly string[]> {
  const { groupIdentifier, attributes, permissions } = sent
  const fitting = attributes && (await attemptList(attempt, 'attributes', attributes, checkAll))
  const permissionIds =
    permissions &&
    (await attemptList(attempt, 'permissions', permissions, (some) => permissionIdsOf(tx, some)))
  const found = await findNamedGroup(tx, sent)
  const before = found ?? { description: '', includeInIdToken: false, includeInAccessToken: false }
  const { description, includeInIdToken, includeInAccessToken } = withSent(before, sent)
  const wanted = { groupIdentifier, description, includeInIdToken, includeInAccessToken }
  const fields = await checkGroup(tx, wanted, found?.id ?? null)
  const group = found ?? (await createGroup(tx, fields, operator))
  if (!isSame(withSent(group, fields), group)) await updateGroup(tx, group.id, fields, operator)
  if (fitting) await applyAttributes(tx, group, fitting)
  if (permissionIds) await applyPermissions(tx, group, permissionIds)
  return []
}

function checkAll(attributes: readonly AttributeState[]): readonly AttributeState[] {
  for (const attribute of attributes) {
    requireNotBlank(attribute.key, 'key')
    checkAttribute(attribute)
  }
  return attributes
}

/** Keeps attributes that already match. An attribute that differs is updated in place if its key is in the file. */
async function applyAttributes(
  tx: AdminTx,
  group: GroupRecord,
  wanted: readonly AttributeState[],
): Promise<void> {
  const rows = await tx.store.groupAttributes.listOfGroup(group.id)
  const spare = Map.groupBy(without(rows, wanted, attributeText), ({ key }) => key)
  for (const attribute of without(wanted, rows, attributeText)) {
    const row = spare.get(attribute.key)?.shift()
    if (row) await updateGroupAttribute(tx, row.id, attribute, operator)
    else await createGroupAttribute(tx, group.id, attribute, operator)
  }
  for (const attribute of [...spare.values()].flat()) {
    await removeGroupAttribute(tx, { attribute, group }, operator)
  }
}

async function applyPermissions(
  tx: AdminTx,
  { id }: GroupRecord,
  permissionIds: readonly number[],
): Promise<void> {
  const holder = { kind: 'group', id } as const
  const wanted = [...new Set(permissionIds)]
  const stored = await tx.store.permissionGrants.idsOf(holder)
  if (isSame(new Set(stored), new Set(wanted))) return
  await saveGrants(tx, { holder, wanted, expected: null, caller: operator })
}
