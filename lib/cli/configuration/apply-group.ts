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
import { type Judgement, unusedIdentifier } from './judgement.ts'
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
 * @param judgement gets what is refused; then nothing is written
 * @throws Refusal LAST_ADMINISTRATOR
 */
export async function applyGroup(
  tx: Tx,
  sent: SentGroup,
  judgement: Judgement,
): Promise<readonly string[]> {
  const found = await findNamedGroup(tx, sent)
  const before = found ? await groupState(tx, found) : null
  const nothing = { description: '', includeInIdToken: false, includeInAccessToken: false }
  const { groupIdentifier, attributes } = sent
  const { description, includeInIdToken, includeInAccessToken } = withSent(before ?? nothing, sent)
  const fields = await judgement.fields(
    { groupIdentifier, description, includeInIdToken, includeInAccessToken },
    { groupIdentifier: unusedIdentifier(), description: '' },
    (values) => checkGroup(tx, values, found?.id ?? null),
  )
  if (attributes) await checkAttributes(attributes, judgement)
  const permissionIds =
    sent.permissions &&
    (await judgement.list('permissions', sent.permissions, (scopes) => permissionIdsOf(tx, scopes)))
  if (!fields || judgement.problems.size > 0) return []
  const group = found ?? (await createGroup(tx, fields, operator))
  if (before && !isSame(withSent(before, fields), before)) {
    await updateGroup(tx, group.id, fields, operator)
  }
  if (attributes) await applyAttributes(tx, group, attributes)
  if (permissionIds) await applyPermissions(tx, group, permissionIds)
  return []
}

/** Each key and each value by itself: an attribute has no name but its place in the list. */
async function checkAttributes(
  attributes: readonly AttributeState[],
  judgement: Judgement,
): Promise<void> {
  for (const [index, { key, value }] of attributes.entries()) {
    const place = `attributes[${index}]`
    await judgement.part(() => {
      requireNotBlank(key, 'key')
      checkAttribute({ key, value: '' })
    }, `${place}.key`)
    await judgement.part(() => checkAttribute({ key: 'any', value }), `${place}.value`)
  }
}

/** Attributes that are wanted as they stand stay; one whose key is wanted otherwise is changed. */
async function applyAttributes(
  tx: Tx,
  group: GroupRecord,
  wanted: readonly AttributeState[],
): Promise<void> {
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
  permissionIds: readonly number[],
): Promise<void> {
  const holder = { kind: 'group', id } as const
  const wanted = [...new Set(permissionIds)]
  const stored = await tx.store.permissionGrants.idsOf(holder)
  if (isSame(new Set(stored), new Set(wanted))) return
  await saveGrants(tx, { holder, wanted, expected: null, caller: operator })
}
