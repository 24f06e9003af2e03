'use server'

import { pageTexts } from '../../../../_components/texts.ts'
import type { FormState } from '../../../../_console/form-state.ts'
import { FormRefusal } from '../../../../_console/form-values.ts'
import { expectedOfList, rowsOfList } from '../../../../_console/list-values.ts'
import { recordFields } from '../../../../_console/record-schema.ts'
import { submitRecord } from '../../../../_console/submit-record.ts'

const shown = ['permissionIdentifier', 'description'] as const

/** Saves the edited list of a resource's permissions. */
export async function savePermissions(
  id: number,
  _earlier: FormState,
  form: FormData,
): Promise<FormState> {
  return submitRecord(form, {}, async (api) => {
    const rows = rowsOfList(form, ['id', ...shown], shown)
    await checkRows(rows)
    await api.updateResourcePermissions({
      params: { id },
      body: {
        permissions: rows.map((row) => ({ ...row, id: Number(row.id) || null })),
        // Without a readable list, this saves only if the resource has no permission yet.
        expectedPermissions: expectedOfList(form) ?? [],
      },
    })
  })
}

interface PermissionRow {
  readonly permissionIdentifier: string
  readonly description: string
}

/** Refuses the first invalid row by name, which the API's message would not mention. */
async function checkRows(rows: readonly PermissionRow[]): Promise<void> {
  const t = await pageTexts()
  const rules = recordFields((key) => t(`console.record.${key}`))
  const names = rows.map(({ permissionIdentifier }) => permissionIdentifier)
  rows.forEach(({ permissionIdentifier: name, description }, index) => {
    const said = [rules.identifier.safeParse(name), rules.description.safeParse(description)].map(
      ({ error }) => error?.issues[0]?.message,
    )
    const twice = names.indexOf(name) < index ? t('console.record.listed_twice') : undefined
    const problem = said.find(Boolean) ?? twice
    if (problem) throw new FormRefusal('', `${name || description}: ${problem}`)
  })
}
