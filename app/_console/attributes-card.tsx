import { Plus, Tags } from 'lucide-react'
import Link from 'next/link'
import { pageTexts } from '../_components/texts.ts'
import { AttributeRow, type ListedAttribute } from './attribute-row.tsx'
import { Card, EmptyState } from './card.tsx'
import type { FormState } from './form-state.ts'

interface AttributesCardProps {
  readonly title: string
  readonly intro: string
  /** Explains attributes when the list is empty. */
  readonly noneHint: string
  readonly attributes: readonly ListedAttribute[]
  readonly mayEdit: boolean
  /** Address of a page below the list: `add`, or `edit/…`. */
  readonly address: (page: string) => string
  readonly remove: (id: number, earlier: FormState, form: FormData) => Promise<FormState>
}

/** The attributes of a user or a group, with the controls to change them. */
export async function AttributesCard(props: AttributesCardProps) {
  const { title, intro, noneHint, attributes, mayEdit, address, remove } = props
  const t = await pageTexts()
  const add = mayEdit && (
    <Link id="add-attribute" href={address('add')} prefetch={false} className="btn btn-sm">
      <Plus className="size-4" aria-hidden="true" />
      {t('users.attributes.add')}
    </Link>
  )
  const isEmpty = attributes.length === 0
  return (
    <Card title={title} intro={intro} id="attributes" actions={!isEmpty && add} flush>
      {isEmpty ? (
        <EmptyState icon={Tags} title={t('users.attributes.none')} text={noneHint}>
          {add}
        </EmptyState>
      ) : (
        <ul className="mt-2 divide-y divide-line border-line border-t">
          {attributes.map((attribute) => (
            <AttributeRow
              key={attribute.id}
              attribute={attribute}
              change={
                mayEdit
                  ? {
                      address: address(`edit/${attribute.id}`),
                      remove: remove.bind(null, attribute.id),
                    }
                  : null
              }
            />
          ))}
        </ul>
      )}
    </Card>
  )
}
